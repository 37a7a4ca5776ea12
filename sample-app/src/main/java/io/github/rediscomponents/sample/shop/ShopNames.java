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
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * The names of the shops by how they begin, in the prefix index {@code shop}; what is
 * sold most comes first.
 *
 * <p>
 * Entries that are no shops are marks of loads: one of weight 0 is there while all shops
 * are put in, one of weight 1 says that they were. A load whose mark is gone at its end
 * has lost entries with it. Where there is no mark of weight 1, Redis has lost the index
 * or never had it.
 */
@Component
class ShopNames {

	/** From a range that is not typed. */
	private static final String UNTYPED = "\uE000complete";

	private static final int MAX_PREFIX = 256;

	/** How many {@link #find} gives at most. */
	static final int MOST = PrefixIndex.MAX_COMPLETIONS - 1;

	private static final Pattern ACCENTS = Pattern.compile("[\\u0300-\\u036F]+");

	private static final Pattern SPACES = Pattern.compile("\\s+");

	private final PrefixIndex<String> index;

	/** The mark of this instance's last load that came to no end. */
	private final AtomicReference<@Nullable String> unfinished = new AtomicReference<>();

	ShopNames(PrefixIndex<String> shopPrefixIndex) {
		this.index = shopPrefixIndex;
	}

	/** Whether every shop is in the index. */
	boolean isComplete() {
		return this.index.complete(UNTYPED, 1).stream().anyMatch((mark) -> mark.weight() > 0);
	}

	/**
	 * All shops are about to be put in.
	 * @return the mark of this load
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
	 * All shops were put in.
	 * @param mark what {@link #begin()} returned
	 * @return false if something was lost since then
	 */
	boolean complete(String mark) {
		boolean whole = this.index.setWeight(mark, 1);
		this.unfinished.set(null);
		if (whole) {
			this.index.complete(UNTYPED, PrefixIndex.MAX_COMPLETIONS)
				.stream()
				.filter((other) -> other.weight() > 0 && !other.id().equals(mark))
				.forEach((other) -> this.index.remove(other.id()));
		}
		return whole;
	}

	void clear() {
		this.index.clear();
	}

	void put(ShopEntry shop) {
		this.index.put(entry(shop));
	}

	void remove(long shopId) {
		this.index.remove(Long.toString(shopId));
	}

	void putAll(List<ShopEntry> shops) {
		this.index.load(shops.stream().map(ShopNames::entry).iterator(), (done) -> {
		});
	}

	/** Shops whose names begin with something. */
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
	 * How a name is compared where the index cannot be asked: without upper case, accents
	 * and repeated spaces.
	 */
	static String folded(String text) {
		String upper = Normalizer.normalize(text, Form.NFKC).toUpperCase(Locale.ROOT);
		StringBuilder lower = new StringBuilder(upper.length());
		// Each by itself: the lower case of a whole text ends with another sigma.
		upper.codePoints().forEach((character) -> lower.appendCodePoint(Character.toLowerCase(character)));
		String letters = ACCENTS.matcher(Normalizer.normalize(lower, Form.NFD)).replaceAll("");
		return SPACES.matcher(Normalizer.normalize(letters, Form.NFC)).replaceAll(" ").strip();
	}

	private static IndexEntry<String> entry(ShopEntry shop) {
		return IndexEntry.of(Long.toString(shop.id()), shop.name(), shop.sold());
	}

}
