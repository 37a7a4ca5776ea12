package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.Map;

import io.github.rediscomponents.support.Checks;

/**
 * How all caches behave.
 *
 * @param common for caches that are not in {@code caches}
 * @param caches by name
 * @param clearVisibleWithin how long after a {@link TypedCache#clear()} another process
 * may still see what was cleared, when it missed the message: 10 ms to 1 hour. Each
 * process that reads a cache checks that often, with one GET that travels along with
 * another one
 */
public record CacheRegistrySettings(CacheSettings common, Map<String, CacheSettings> caches,
		Duration clearVisibleWithin) {

	public CacheRegistrySettings {
		Checks.notNull("common", common);
		caches = Map.copyOf(Checks.notNull("caches", caches));
		caches.keySet().forEach(CacheNames::check);
		Checks.between("clearVisibleWithin", clearVisibleWithin, Duration.ofMillis(10), Duration.ofHours(1));
	}

	/**
	 * No declared caches, {@link CacheSettings#defaults()} for all, one second.
	 * @return the settings of an application that configured nothing
	 */
	public static CacheRegistrySettings defaults() {
		return new CacheRegistrySettings(CacheSettings.defaults(), Map.of(), Duration.ofSeconds(1));
	}

	/**
	 * The settings of one cache.
	 * @param name any name
	 * @return its own settings, or the common ones
	 */
	public CacheSettings of(String name) {
		CacheSettings own = this.caches.get(name);
		return (own != null) ? own : this.common;
	}

	public CacheRegistrySettings withCommon(CacheSettings changed) {
		return new CacheRegistrySettings(changed, this.caches, this.clearVisibleWithin);
	}

	public CacheRegistrySettings withCaches(Map<String, CacheSettings> changed) {
		return new CacheRegistrySettings(this.common, changed, this.clearVisibleWithin);
	}

	public CacheRegistrySettings withClearVisibleWithin(Duration changed) {
		return new CacheRegistrySettings(this.common, this.caches, changed);
	}

}
