// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import java.util.Arrays;
import java.util.List;

/**
 * The caches that are compared. The first is ours.
 */
enum CacheLibrary {

	/** Ours with a local level. */
	REDIS_COMPONENTS("redis-components, two levels", true, (uri, lease) -> new OurCache(uri, lease, true)),

	/** Ours without one. */
	REDIS_COMPONENTS_ONE_LEVEL("redis-components, Redis alone", false, (uri, lease) -> new OurCache(uri, lease, false)),

	/** JetCache with both levels, broadcast and its protection against penetration. */
	JETCACHE("JetCache, two levels", true, (uri, lease) -> new JetCachePeer(uri)),

	/** The cache of Spring Data Redis under {@code @Cacheable(sync = true)}. */
	SPRING_DATA("Spring Data Redis, sync", false, (uri, lease) -> new SpringDataPeer(uri)),

	/** RMapCache with an RLock for each key, the steps of RedissonCache. */
	REDISSON_CACHE("Redisson, RMapCache and RLock", false, (uri, lease) -> new RedissonCachePeer(uri)),

	/** RLocalCachedMap with its defaults, on Caffeine. */
	REDISSON_LOCAL("Redisson, RLocalCachedMap", true, (uri, lease) -> new RedissonLocalPeer(uri)),

	/** Caffeine in each process. */
	CAFFEINE("Caffeine in each process", true, (uri, lease) -> new CaffeinePeer());

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
	 * @param leaseMillis for how long a load is leased, where that can be set
	 */
	CachePeer open(String uri, long leaseMillis) {
		return this.opening.open(uri, leaseMillis);
	}

	CachePeer open(String uri) {
		return open(uri, 5000);
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

		CachePeer open(String uri, long leaseMillis);

	}

}
