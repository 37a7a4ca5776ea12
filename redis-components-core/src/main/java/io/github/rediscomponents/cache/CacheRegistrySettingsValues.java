// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.Map;

import io.github.rediscomponents.cache.entry.CacheNames;
import io.github.rediscomponents.support.Checks;

/**
 * The values of {@link CacheRegistrySettings}.
 */
record CacheRegistrySettingsValues(CacheSettings common, Map<String, CacheSettings> caches, Duration clearVisibleWithin,
		Duration probeInterval) implements CacheRegistrySettings {

	static final CacheRegistrySettingsValues DEFAULTS = new CacheRegistrySettingsValues(CacheSettings.defaults(),
			Map.of(), Duration.ofSeconds(1), Duration.ofSeconds(1));

	CacheRegistrySettingsValues {
		Checks.notNull("common", common);
		caches = Map.copyOf(Checks.notNull("caches", caches));
		caches.keySet().forEach(CacheNames::check);
		Checks.between("clearVisibleWithin", clearVisibleWithin, Duration.ofMillis(10), Duration.ofHours(1));
		Checks.between("probeInterval", probeInterval, Duration.ofMillis(100), Duration.ofMinutes(1));
	}

	@Override
	public CacheSettings of(String name) {
		CacheSettings own = this.caches.get(name);
		return (own != null) ? own : this.common;
	}

	@Override
	public CacheRegistrySettings withCommon(CacheSettings changed) {
		return new CacheRegistrySettingsValues(changed, this.caches, this.clearVisibleWithin, this.probeInterval);
	}

	@Override
	public CacheRegistrySettings withCaches(Map<String, CacheSettings> changed) {
		return new CacheRegistrySettingsValues(this.common, changed, this.clearVisibleWithin, this.probeInterval);
	}

	@Override
	public CacheRegistrySettings withClearVisibleWithin(Duration changed) {
		return new CacheRegistrySettingsValues(this.common, this.caches, changed, this.probeInterval);
	}

	@Override
	public CacheRegistrySettings withProbeInterval(Duration changed) {
		return new CacheRegistrySettingsValues(this.common, this.caches, this.clearVisibleWithin, changed);
	}

}
