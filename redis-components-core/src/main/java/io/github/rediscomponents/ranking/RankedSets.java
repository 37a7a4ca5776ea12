// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

import java.time.InstantSource;
import java.util.Map;
import java.util.Set;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The {@link RankedSet}s of an application, declared by name in the configuration or not.
 * Sends nothing. Instances are safe for use by any number of threads; two sets of one
 * name are two instances on the same members.
 *
 * @since 1.0.0
 */
public interface RankedSets {

	/**
	 * Creates a registry.
	 * @param redis stores the sets
	 * @param keys names their keys
	 * @param declared the declared sets by name; a set follows changes of its declaration
	 * at once except for its order, and keeps its last settings when the declaration
	 * vanishes
	 * @return the registry
	 */
	static RankedSets create(RedisPort redis, KeySpace keys, LiveSettings<Map<String, RankedSetSettings>> declared) {
		return new RedisRankedSets(CommandPort.of(redis), keys, declared, InstantSource.system());
	}

	/**
	 * Returns a declared set.
	 * @param name the name of a declaration
	 * @return the set
	 * @throws IllegalArgumentException if no such set is declared
	 */
	RankedSet get(String name);

	/**
	 * Returns a set that needs no declaration, such as one for each game.
	 * @param name its name, 1 to 200 characters
	 * @param settings its settings
	 * @return the set
	 * @throws IllegalArgumentException if the name is empty or too long
	 */
	RankedSet get(String name, RankedSetSettings settings);

	/**
	 * Returns the names of the declared sets.
	 * @return the names that the settings have now
	 */
	Set<String> names();

	/**
	 * Returns the settings of a declared set.
	 * @param name the name of a declaration
	 * @return the settings that are declared now
	 * @throws IllegalArgumentException if no such set is declared
	 */
	RankedSetSettings settings(String name);

}
