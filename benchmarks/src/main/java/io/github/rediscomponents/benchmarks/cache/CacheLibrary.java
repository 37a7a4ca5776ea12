// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.github.rediscomponents.cache.CacheSettings;

/**
 * The caches that are compared. The first is ours.
 */
enum CacheLibrary {

	/** Ours with a local level. */
	REDIS_COMPONENTS("redis-components, two levels", true, (uri, settings) -> new OurCache(uri, settings, true)),

	/** Ours without one. */
	REDIS_COMPONENTS_ONE_LEVEL("redis-components, Redis alone", false,
			(uri, settings) -> new OurCache(uri, settings, false)),

	/** JetCache with both levels, broadcast and its protection against penetration. */
	JETCACHE("JetCache, two levels", true, (uri, settings) -> new JetCachePeer(uri)),

	/** The cache of Spring Data Redis under {@code @Cacheable(sync = true)}. */
	SPRING_DATA("Spring Data Redis, sync", false, (uri, settings) -> new SpringDataPeer(uri)),

	/** RMapCache with an RLock for each key, the steps of RedissonCache. */
	REDISSON_CACHE("Redisson, RMapCache and RLock", false, (uri, settings) -> new RedissonCachePeer(uri)),

	/** RLocalCachedMap with its defaults, on Caffeine. */
	REDISSON_LOCAL("Redisson, RLocalCachedMap", true, (uri, settings) -> new RedissonLocalPeer(uri)),

	/** Caffeine in each process. */
	CAFFEINE("Caffeine in each process", true, (uri, settings) -> new CaffeinePeer());

	private final String label;

	private final boolean local;

	private final Opening opening;

	CacheLibrary(String label, boolean local, Opening opening) {
		this.label = label;
		this.local = local;
		this.opening = opening;
	}

	/**
	 * Opens a process.
	 * @param uri where Redis is
	 * @param ours settings of ours; the others have their defaults
	 */
	CachePeer open(String uri, CacheSettings ours) {
		return this.opening.open(uri, ours);
	}

	CachePeer open(String uri) {
		return open(uri, CacheSettings.defaults());
	}

	/** Opens a process that does not mind a slow machine. */
	CachePeer openPatient(String uri) {
		return open(uri, CacheSettings.defaults().withCommandTimeout(Duration.ofSeconds(5)));
	}

	String label() {
		return this.label;
	}

	static List<CacheLibrary> onRedis() {
		return Arrays.stream(values()).filter((library) -> library != CAFFEINE).toList();
	}

	static List<CacheLibrary> ofTwoLevels() {
		return onRedis().stream().filter((library) -> library.local).toList();
	}

	/** How a process is opened. */
	private interface Opening {

		CachePeer open(String uri, CacheSettings settings);

	}

}
