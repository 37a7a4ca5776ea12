package io.github.rediscomponents.autocomplete;

import java.util.Map;
import java.util.function.Supplier;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Declared;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Makes {@link RecentList}s, those that are declared by name in the configuration and
 * others. Sends nothing. Instances are safe for use by any number of threads.
 */
public final class RecentLists {

	private final RedisPort redis;

	private final KeySpace keys;

	private final Declared<RecentListSettings> declared;

	private RecentLists(RedisPort redis, KeySpace keys, LiveSettings<Map<String, RecentListSettings>> declared) {
		this.redis = redis;
		this.keys = keys;
		this.declared = new Declared<>("recent list", declared);
	}

	/**
	 * Makes a factory.
	 * @param redis where the lists live
	 * @param keys names their keys
	 * @param declared the declared lists by name; a list whose declaration changes
	 * follows at once, one whose declaration vanishes keeps its last settings
	 * @return the factory
	 */
	public static RecentLists create(RedisPort redis, KeySpace keys,
			LiveSettings<Map<String, RecentListSettings>> declared) {
		return new RecentLists(redis, keys, declared);
	}

	/**
	 * A declared list.
	 * @param name the name of a declaration
	 * @return the list
	 * @throws IllegalArgumentException if no such list is declared
	 */
	public RecentList list(String name) {
		return list(name, this.declared.follow(name));
	}

	/**
	 * A list that needs no declaration.
	 * @param name its name, 1 to 200 characters without a colon
	 * @param settings its settings, asked for with each touch
	 * @return the list
	 * @throws IllegalArgumentException if the name is empty, too long, or has a colon
	 */
	public RecentList list(String name, Supplier<RecentListSettings> settings) {
		Checks.hasLength("name", name, 200);
		Checks.isTrue(name.indexOf(':') < 0, "name must not have a colon: '" + name + "'");
		return new RedisRecentList(this.redis, this.keys, name, Checks.notNull("settings", settings));
	}

}
