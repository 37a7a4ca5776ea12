// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs.size;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * A component with a known number of items.
 *
 * @param component as in the table of keys
 * @param items how many of each kind, in the words of the table
 * @param scene puts them there and has them looked at
 */
record FilledRoom(String component, Map<String, Integer> items, Scene scene) {

	FilledRoom(String component, Map<String, Integer> items, Fill fill) {
		this(component, items, (env, look) -> {
			fill.run(env);
			look.run();
		});
	}

	/** In the order of the table. */
	static Stream<FilledRoom> all() {
		return Stream.of(FilledBasics.all(), FilledStructures.all(), FilledUsers.all()).flatMap(List::stream);
	}

	@Override
	public String toString() {
		return this.component;
	}

	/** Puts items into a component that is made for it. */
	interface Fill {

		void run(Env env) throws Exception;

	}

	/** What is only there for a while is looked at meanwhile. */
	interface Scene {

		void run(Env env, Runnable look) throws Exception;

	}

	/**
	 * What components are made of.
	 *
	 * @param redis where they live
	 * @param keys names their keys
	 * @param background their threads
	 * @param value of those that have one, as JSON two bytes longer
	 */
	record Env(CommandPort redis, KeySpace keys, Background background, String value) {

		/** Caches wait for a command as long as all other components do. */
		CacheClient caches() {
			CacheRegistrySettings settings = CacheRegistrySettings.defaults()
				.withCommon(CacheSettings.defaults().withCommandTimeout(Duration.ofMinutes(1)));
			return CacheClient.create(this.redis, this.keys, new LiveSettings<>(settings), this.background,
					ValueCodecs.json(), CacheObserver.NONE);
		}

	}

}
