package io.github.rediscomponents.sample.shop;

import java.util.List;

import io.github.rediscomponents.autocomplete.IndexEntry;
import io.github.rediscomponents.autocomplete.PrefixIndex;
import org.springframework.stereotype.Component;

/**
 * The names of the shops by how they begin, in the prefix index {@code shop}; what is
 * sold most comes first. An entry that is no shop says that the others are complete:
 * where it is missing, Redis has lost the index or never had it.
 */
@Component
class ShopNames {

	private static final String COMPLETE = "complete";

	/** From a range that nobody types. */
	private static final String UNTYPED = "\uE000complete";

	private static final int MAX_PREFIX = 256;

	/** How many {@link #find} gives at most. */
	static final int MOST = PrefixIndex.MAX_COMPLETIONS - 1;

	private final PrefixIndex<String> index;

	ShopNames(PrefixIndex<String> shopPrefixIndex) {
		this.index = shopPrefixIndex;
	}

	boolean isComplete() {
		return this.index.get(COMPLETE).isPresent();
	}

	/** From now on the index has every shop. */
	void complete() {
		this.index.put(IndexEntry.of(COMPLETE, UNTYPED, 0));
	}

	void clear() {
		this.index.clear();
	}

	/** How many shops there are in the index. */
	long size() {
		return this.index.size() - (isComplete() ? 1 : 0);
	}

	void put(ShopEntry shop) {
		this.index.put(entry(shop));
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
			.filter((entry) -> !entry.id().equals(COMPLETE))
			.limit(limit)
			.map((entry) -> new ShopName(Long.parseLong(entry.id()), entry.term()))
			.toList();
	}

	private static IndexEntry<String> entry(ShopEntry shop) {
		return IndexEntry.of(Long.toString(shop.id()), shop.name(), shop.sold());
	}

}
