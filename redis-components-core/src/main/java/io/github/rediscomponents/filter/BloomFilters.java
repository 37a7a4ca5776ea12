// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.util.Map;
import java.util.Set;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Gives {@link BloomFilter}s: those that are declared by name, and others. Getting one
 * sends nothing. Instances are safe for use by any number of threads. A declared name
 * always gives the same instance; each call with settings gives a new instance on the
 * same bits.
 *
 * @since 1.0.0
 */
public interface BloomFilters {

	/**
	 * Returns a declared filter.
	 * @param name the name of a declaration
	 * @return the filter
	 * @throws IllegalArgumentException if no such filter is declared
	 */
	BloomFilter get(String name);

	/**
	 * Returns a filter that needs no declaration.
	 * @param name its name, 1 to 500 characters
	 * @param settings its settings
	 * @return the filter
	 * @throws IllegalArgumentException if the name is empty or too long
	 */
	BloomFilter get(String name, BloomFilterSettings settings);

	/**
	 * Returns the names of the declared filters.
	 * @return in alphabetical order
	 */
	Set<String> names();

	/**
	 * Returns whether the server has the commands of {@link BloomEngine#MODULE}. One
	 * command.
	 * @return false if it has not all of them
	 * @throws RedisUnavailableException if no answer came in time
	 * @throws RedisCommandException if Redis refused
	 */
	boolean hasModule();

	/**
	 * Creates a registry.
	 * @param redis the port to Redis
	 * @param keys names their keys
	 * @param background times the rebuilds
	 * @param declared the declared filters by name; one whose declaration changes takes
	 * over {@code alarm-at} and {@code settle} at once and keeps the rest, and one whose
	 * declaration vanishes keeps its last settings
	 * @param observer is notified of events, or {@link BloomFilterObserver#NONE}
	 * @return the registry
	 */
	static BloomFilters create(RedisPort redis, KeySpace keys, Background background,
			LiveSettings<Map<String, BloomFilterSettings>> declared, BloomFilterObserver observer) {
		return new RedisBloomFilters(CommandPort.of(redis), keys, background, declared, observer);
	}

}
