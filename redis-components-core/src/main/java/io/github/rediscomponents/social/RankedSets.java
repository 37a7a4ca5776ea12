package io.github.rediscomponents.social;

import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Declared;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Makes {@link RankedSet}s, those that are declared by name in the configuration and
 * others. Sends nothing. Instances are safe for use by any number of threads; two sets of
 * one name are two instances on the same members.
 */
public final class RankedSets {

	private static final int MAX_NAME = 200;

	private final RedisPort redis;

	private final KeySpace keys;

	private final Declared<RankedSetSettings> declared;

	private final InstantSource clock;

	private RankedSets(RedisPort redis, KeySpace keys, LiveSettings<Map<String, RankedSetSettings>> declared,
			InstantSource clock) {
		this.redis = redis;
		this.keys = keys;
		// The order belongs to what is stored.
		this.declared = new Declared<>("ranked set", declared, (present, next) -> next.withOrder(present.order()));
		this.clock = clock;
	}

	/**
	 * Makes a factory.
	 * @param redis where the sets live
	 * @param keys names their keys
	 * @param declared the declared sets by name; a set whose declaration changes follows
	 * at once, but keeps its order, and one whose declaration vanishes keeps its last
	 * settings
	 * @return the factory
	 */
	public static RankedSets create(RedisPort redis, KeySpace keys,
			LiveSettings<Map<String, RankedSetSettings>> declared) {
		return create(redis, keys, declared, InstantSource.system());
	}

	static RankedSets create(RedisPort redis, KeySpace keys, LiveSettings<Map<String, RankedSetSettings>> declared,
			InstantSource clock) {
		return new RankedSets(redis, keys, declared, clock);
	}

	/**
	 * A declared set.
	 * @param name the name of a declaration
	 * @return the set
	 * @throws IllegalArgumentException if no such set is declared
	 */
	public RankedSet set(String name) {
		return set(name, this.declared.follow(name));
	}

	/**
	 * A set that needs no declaration, such as one for each game.
	 * @param name its name, 1 to 200 characters
	 * @param settings its settings, asked for with each call
	 * @return the set
	 * @throws IllegalArgumentException if the name is empty or too long
	 */
	public RankedSet set(String name, Supplier<RankedSetSettings> settings) {
		return new RedisRankedSet(this.redis, this.keys, Checks.hasLength("name", name, MAX_NAME),
				Checks.notNull("settings", settings), this.clock);
	}

	/**
	 * The names of the declared sets.
	 * @return as the settings have them now
	 */
	public Set<String> names() {
		return this.declared.names();
	}

	/**
	 * The settings of a declared set.
	 * @param name the name of a declaration
	 * @return as they are declared now
	 * @throws IllegalArgumentException if no such set is declared
	 */
	public RankedSetSettings settings(String name) {
		return this.declared.settings(name);
	}

}
