// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.EarlyRefresh;
import io.github.rediscomponents.cache.LoadingSettings;
import io.github.rediscomponents.cache.OnInvalidationFailure;
import io.github.rediscomponents.cache.OnWaitTimeout;
import io.github.rediscomponents.cache.WritingSettings;

import static org.assertj.core.api.Assertions.assertThat;

class CachePropertiesTests {

	@Test
	void singleCachesTakeWhatTheyDoNotSetFromTheDefaults() {
		Map<String, Object> values = new LinkedHashMap<>();
		values.put("defaults.loading.fail-safe", "6h");
		values.put("defaults.loading.early-refresh", "fraction");
		values.put("defaults.on-wait-timeout", "stale");
		// YAML reads "off" as a boolean.
		values.put("caches.shop.loading.early-refresh", false);
		values.put("caches.shop.loading.hard-timeout", "2s");
		values.put("caches.price.loading.early-refresh", "xfetch");
		values.put("caches.price.loading.early-refresh-beta", "1.5");
		values.put("caches.price.loading.early-refresh-fraction", "0.9");
		values.put("caches.price.loading.error-cool-down", "1s");
		values.put("caches.price.loading.soft-timeout", "100ms");
		values.put("caches.price.loading.max-concurrent-loads", "7");
		values.put("caches.price.loading.max-load-wait", "3s");
		values.put("caches.price.loading.max-null-entries-per-second", "0");
		values.put("caches.price.loading.max-async-calls", "9");
		CacheRegistrySettings settings = bind(values).toSettings();
		LoadingSettings common = LoadingSettings.defaults()
			.withFailSafe(Duration.ofHours(6))
			.withEarlyRefresh(EarlyRefresh.FRACTION);
		assertThat(settings.common()).isEqualTo(
				CacheSettings.defaults().withWait(Duration.ofSeconds(10), OnWaitTimeout.STALE).withLoading(common));
		assertThat(settings.of("shop").loading())
			.isEqualTo(common.withEarlyRefresh(EarlyRefresh.OFF).withHardTimeout(Duration.ofSeconds(2)));
		assertThat(settings.of("price").loading()).isEqualTo(common.withEarlyRefresh(EarlyRefresh.XFETCH)
			.withEarlyRefreshBeta(1.5)
			.withEarlyRefreshFraction(0.9)
			.withErrorCoolDown(Duration.ofSeconds(1))
			.withSoftTimeout(Duration.ofMillis(100))
			.withMaxConcurrentLoads(7)
			.withMaxLoadWait(Duration.ofSeconds(3))
			.withMaxNullEntriesPerSecond(0)
			.withMaxAsyncCalls(9));
		assertThat(bind(Map.of()).toSettings()).isEqualTo(CacheRegistrySettings.defaults());
	}

	@Test
	void singleCachesTakeTheWritingThatTheyDoNotSetFromTheDefaults() {
		Map<String, Object> values = new LinkedHashMap<>();
		values.put("defaults.writing.fence", "2s");
		values.put("defaults.writing.max-queued-invalidations", "5");
		values.put("caches.shop.writing.after-commit", "false");
		values.put("caches.shop.writing.on-invalidation-failure", "queue");
		values.put("caches.price.writing.fence", "0s");
		CacheRegistrySettings settings = bind(values).toSettings();
		WritingSettings common = WritingSettings.defaults()
			.withFence(Duration.ofSeconds(2))
			.withMaxQueuedInvalidations(5);
		assertThat(settings.common().writing()).isEqualTo(common);
		assertThat(settings.of("shop").writing())
			.isEqualTo(common.withAfterCommit(false).withOnInvalidationFailure(OnInvalidationFailure.QUEUE));
		assertThat(settings.of("price").writing()).isEqualTo(common.withFence(Duration.ZERO));
		assertThat(settings.of("other").writing()).isEqualTo(common);
	}

	private static CacheProperties bind(Map<String, Object> values) {
		Map<String, Object> properties = new LinkedHashMap<>();
		values.forEach((name, value) -> properties.put(CacheProperties.PREFIX + '.' + name, value));
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources().addFirst(new MapPropertySource("test", properties));
		return PropertySettings.bind(environment, CacheProperties.PREFIX, CacheProperties.class);
	}

}
