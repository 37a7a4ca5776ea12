// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.OnWaitTimeout;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The caches of one process under Spring's cache abstraction.
 */
final class SpringCaches implements AutoCloseable {

	/** Patient with a slow machine; TTLs are exact. */
	static final CacheSettings SETTINGS = CacheSettings.defaults()
		.withCommandTimeout(Duration.ofSeconds(5))
		.withWait(Duration.ofSeconds(30), OnWaitTimeout.FAIL)
		.withJitter(0);

	private static final Background BACKGROUND = new Background();

	final KeySpace keys;

	final CacheClient client;

	final RedisComponentsCacheManager manager;

	private SpringCaches(CommandPort redis, String prefix, CacheSettings settings, ValueTypes types) {
		this.keys = new KeySpace(prefix);
		this.client = CacheClient.create(redis, this.keys,
				new LiveSettings<>(CacheRegistrySettings.defaults()
					.withCommon(settings)
					.withCaches(Map.of("declared", settings))
					.withClearVisibleWithin(Duration.ofHours(1))),
				BACKGROUND, ValueCodecs.json(), CacheObserver.NONE);
		this.manager = RedisComponentsCacheManager.on(this.client)
			.types(types)
			.declared(() -> Set.of("declared"))
			.trustedPackages(List.of("io.github.rediscomponents.cache.spring"), SpringCaches.class.getClassLoader())
			.build();
	}

	static SpringCaches on(CommandPort redis, ValueTypes types) {
		return on(redis, "s" + UUID.randomUUID(), types);
	}

	/** The caches of any process of the same application. */
	static SpringCaches on(CommandPort redis, String prefix, ValueTypes types) {
		return new SpringCaches(redis, prefix, SETTINGS, types);
	}

	static SpringCaches on(CommandPort redis, String prefix, CacheSettings settings) {
		return new SpringCaches(redis, prefix, settings, ValueTypes.NONE);
	}

	@Override
	public void close() {
		this.client.close();
	}

}
