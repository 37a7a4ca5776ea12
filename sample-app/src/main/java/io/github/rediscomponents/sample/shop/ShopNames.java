// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;

import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.sample.web.Ids;
import io.github.rediscomponents.sample.web.Texts;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The names of the shops in the prefix index {@code shop}, the most sold first.
 *
 * <p>
 * Entries that are not shops are markers of loads: weight 0 during a load, weight 1 after
 * a complete one. If the marker of a load is missing at its end, entries were lost with
 * it. Without a marker of weight 1 Redis has lost the index or never had it.
 */
@Component
class ShopNames {

	/** Prefix of the markers, from a range that is never typed. */
	private static final String UNTYPED = "\uE000complete";

	/** The most characters of a name in the form in which names are compared. */
	private static final int MAX_FORM = 256;

	private static final int MAX_PREFIX = MAX_FORM;

	/** The most shops that {@link #find} returns. */
	static final int MOST = PrefixIndex.MAX_COMPLETIONS - 1;

	/** Letters without a shape. */
	private static final String FILLERS = "\u115f\u1160\u2800\u3164\uffa0";

	private static final Pattern ACCENTS = Pattern.compile("[\\u0300-\\u036F]+");

	private static final Pattern SPACES = Pattern.compile("\\s+");

	private final PrefixIndex<String> index;

	/** Marker of this instance's last incomplete load. */
	private final AtomicReference<@Nullable String> unfinished = new AtomicReference<>();

	ShopNames(PrefixIndex<String> shopPrefixIndex) {
		this.index = shopPrefixIndex;
	}

	/** Returns whether every shop is in the index. */
	boolean isComplete() {
		return this.index.complete(UNTYPED, 1).stream().anyMatch((mark) -> mark.weight() > 0);
	}

	/**
	 * Starts a load of all shops.
	 * @return marker of this load
	 */
	String begin() {
		String before = this.unfinished.get();
		if (before != null) {
			this.index.remove(before);
		}
		String mark = "load:" + UUID.randomUUID();
		this.unfinished.set(mark);
		this.index.put(IndexEntry.of(mark, UNTYPED, 0));
		return mark;
	}

	/**
	 * Completes a load of all shops.
	 * @param mark marker that {@link #begin()} returned
	 * @return false if entries were lost since then, or if this load and another one that
	 * ended at the same time removed each other's marker
	 */
	boolean complete(String mark) {
		boolean whole = this.index.setWeight(mark, 1);
		this.unfinished.compareAndSet(mark, null);
		if (whole) {
			this.index.complete(UNTYPED, PrefixIndex.MAX_COMPLETIONS)
				.stream()
				.filter((other) -> other.weight() > 0 && !other.id().equals(mark))
				.forEach((other) -> this.index.remove(other.id()));
		}
		// Read after the removals: of loads that end together the last one sees it.
		return whole && isComplete();
	}

	void clear() {
		this.index.clear();
	}

	/** A shop whose name cannot be found is not in the index. */
	void put(ShopEntry shop) {
		if (canBeIndexed(shop)) {
			this.index.put(entry(shop));
		}
		else {
			remove(shop.id());
		}
	}

	void remove(long shopId) {
		this.index.remove(Long.toString(shopId));
	}

	void putAll(List<ShopEntry> shops) {
		this.index.load(shops.stream().filter(ShopNames::canBeIndexed).map(ShopNames::entry).iterator(), (done) -> {
		});
	}

	/** Returns shops whose names begin with a prefix. */
	List<ShopName> find(String prefix, int limit) {
		if (prefix.length() > MAX_PREFIX) {
			return List.of();
		}
		return this.index.complete(prefix, limit + 1)
			.stream()
			.flatMap((entry) -> Ids.parse(entry.id()).map((id) -> new ShopName(id, entry.term())).stream())
			.limit(limit)
			.toList();
	}

	/**
	 * Returns the form in which names are compared without the index: without upper case,
	 * accents and repeated spaces.
	 */
	static String folded(String text) {
		// Lower case first for the capital sharp s, which is its own upper case.
		String upper = lower(Normalizer.normalize(text, Form.NFKC)).toUpperCase(Locale.ROOT);
		String letters = ACCENTS.matcher(Normalizer.normalize(lower(upper), Form.NFD)).replaceAll("");
		return SPACES.matcher(Normalizer.normalize(letters, Form.NFC)).replaceAll(" ").strip();
	}

	/**
	 * Returns the lower case of each character, because that of a whole text has another
	 * sigma at its end.
	 */
	private static String lower(String text) {
		StringBuilder lower = new StringBuilder(text.length());
		text.codePoints().forEach((character) -> lower.appendCodePoint(Character.toLowerCase(character)));
		return lower.toString();
	}

	/** Returns whether a name is not too long in the form in which names are compared. */
	static boolean fits(String name) {
		return folded(name).length() <= MAX_FORM;
	}

	/**
	 * Returns whether a name has a character that is shown and can be typed, and none of
	 * those that the markers of loads have.
	 */
	static boolean canBeFound(String name) {
		return Texts.canBeShown(name)
				&& name.codePoints().noneMatch((character) -> Character.getType(character) == Character.PRIVATE_USE)
				&& folded(name).codePoints().anyMatch(ShopNames::isVisible);
	}

	private static boolean canBeIndexed(ShopEntry shop) {
		return canBeFound(shop.name()) && fits(shop.name());
	}

	private static boolean isVisible(int character) {
		return FILLERS.indexOf(character) < 0 && switch (Character.getType(character)) {
			case Character.CONTROL, Character.FORMAT, Character.UNASSIGNED, Character.SPACE_SEPARATOR,
					Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.NON_SPACING_MARK,
					Character.ENCLOSING_MARK ->
				false;
			default -> true;
		};
	}

	private static IndexEntry<String> entry(ShopEntry shop) {
		return IndexEntry.of(Long.toString(shop.id()), shop.name(), shop.sold());
	}

}
