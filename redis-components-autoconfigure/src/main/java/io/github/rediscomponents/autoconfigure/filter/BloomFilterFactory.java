package io.github.rediscomponents.autoconfigure.filter;

import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilters;

/**
 * Makes the beans of the declared Bloom filters.
 */
final class BloomFilterFactory {

	private final BloomFilters filters;

	BloomFilterFactory(BloomFilters filters) {
		this.filters = filters;
	}

	BloomFilter declared(String name) {
		return this.filters.filter(name);
	}

}
