// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.util.Map;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The {@link RecentList}s of an application, declared by name in the configuration or
 * not. Sends nothing. Instances are safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public interface RecentLists {

	/**
	 * Creates a registry.
	 * @param redis stores the lists
	 * @param keys names their keys
	 * @param declared the declared lists by name; a list follows changes of its
	 * declaration at once, and keeps its last settings when the declaration vanishes
	 * @return the registry
	 */
	static RecentLists create(RedisPort redis, KeySpace keys, LiveSettings<Map<String, RecentListSettings>> declared) {
		return new RedisRecentLists(CommandPort.of(redis), keys, declared);
	}

	/**
	 * Returns a declared list.
	 * @param name the name of a declaration
	 * @return the list
	 * @throws IllegalArgumentException if no such list is declared
	 */
	RecentList get(String name);

	/**
	 * Returns a list that needs no declaration.
	 * @param name its name, 1 to 200 characters without a colon
	 * @param settings its settings
	 * @return the list
	 * @throws IllegalArgumentException if the name is empty, too long, or has a colon
	 */
	RecentList get(String name, RecentListSettings settings);

}
