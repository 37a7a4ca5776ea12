package io.github.rediscomponents.autoconfigure.filter;

import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.DeclaredBeanRegistrar;
import io.github.rediscomponents.filter.BloomFilter;

/**
 * Registers a bean for each filter of {@code redis-components.bloom-filter.filters}:
 * {@code users} becomes {@code usersBloomFilter}.
 */
final class BloomFilterRegistrar extends DeclaredBeanRegistrar<BloomFilterEntryProperties> {

	BloomFilterRegistrar(Environment environment) {
		super(environment, BloomFilterProperties.PREFIX + ".filters", BloomFilterEntryProperties.class,
				BloomFilter.class);
	}

}
