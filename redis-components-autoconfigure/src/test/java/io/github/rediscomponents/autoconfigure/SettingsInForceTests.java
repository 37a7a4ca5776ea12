// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.autoconfigure.refresh.Refusal;
import io.github.rediscomponents.autoconfigure.refresh.Setting;
import io.github.rediscomponents.autoconfigure.refresh.SettingsCustomizer;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockSettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the refresher tells of the properties that are set.
 */
class SettingsInForceTests {

	private static final ApplicationContextRunner RUNNER = TestContexts.withOwnKeys();

	@Test
	void namesEachPropertyWithItsValueAndItsOriginAndMasksSecrets() {
		RUNNER
			.withPropertyValues("shop.lease=12s", "redis-components.lock.lease=${shop.lease}",
					"redis-components.servers.hot.host=localhost", "redis-components.servers.hot.password=s3cret",
					"redis-components.servers.cold.url=redis://me:s3cret@localhost:6379", "other=1")
			.run((context) -> {
				Map<String, Setting> all = settings(context.getBean(RedisComponentsRefresher.class));
				assertThat(all).doesNotContainKey("other").doesNotContainKey("shop.lease");
				Setting lease = all.get("redis-components.lock.lease");
				assertThat(lease.value()).isEqualTo("12s");
				assertThat(lease.origin()).isNotBlank();
				assertThat(lease.customized()).isFalse();
				assertThat(lease.pending()).isEmpty();
				assertThat(all.get("redis-components.servers.hot.password").value()).isEqualTo("******");
				assertThat(all.get("redis-components.servers.cold.url").value())
					.isEqualTo("redis://******@localhost:6379");
				assertThat(all.toString()).doesNotContain("s3cret");
			});
	}

	@Test
	void keepsTheValueInForceAndRemembersARefusal() {
		RUNNER.withBean(MeterRegistry.class, SimpleMeterRegistry::new)
			.withPropertyValues("redis-components.lock.lease=10s", "redis-components.rate-limit.policies.p.limit=3",
					"redis-components.rate-limit.policies.p.period=1m")
			.run((context) -> {
				RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				context.getBeansOfType(MeterBinder.class).values().forEach((binder) -> binder.bindTo(registry));
				context.getBean(DistributedLock.class);
				TestContexts.change(context, "redis-components.lock.lease", "1ms");
				TestContexts.change(context, "redis-components.rate-limit.policies.p.limit", "4");
				assertThat(refresher.refresh().refused()).hasSize(1);
				Map<String, Setting> all = settings(refresher);
				assertThat(all.get("redis-components.lock.lease").value()).isEqualTo("10s");
				assertThat(all.get("redis-components.lock.lease").pending()).isEqualTo(Optional.of("1ms"));
				assertThat(all.get("redis-components.rate-limit.policies.p.limit").value()).isEqualTo("4");
				Refusal refusal = refresher.refusals().get(0);
				assertThat(refusal.property()).isEqualTo("redis-components.lock.lease");
				assertThat(refusal.reason()).contains("redis-components.lock.lease");
				assertThat(refusal.time()).isNotNull();
				assertThat(registry.get("redis.components.settings.refused").functionCounter().count()).isEqualTo(1);
				for (int i = 0; i < 24; i++) {
					refresher.refresh();
				}
				assertThat(refresher.refusals()).hasSize(20);
				assertThat(refresher.refused()).isEqualTo(25);
				TestContexts.change(context, "redis-components.lock.lease", "20s");
				assertThat(refresher.refresh().changed()).contains("redis-components.lock");
				assertThat(settings(refresher).get("redis-components.lock.lease").value()).isEqualTo("20s");
				assertThat(settings(refresher).get("redis-components.lock.lease").pending()).isEmpty();
			});
	}

	@Test
	void whatTakesEffectAtTheNextStartIsPending() {
		RUNNER.run((context) -> {
			RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
			String before = settings(refresher).get("redis-components.key-prefix").value();
			TestContexts.change(context, "redis-components.key-prefix", "another");
			refresher.refresh();
			Setting prefix = settings(refresher).get("redis-components.key-prefix");
			assertThat(prefix.value()).isEqualTo(before);
			assertThat(prefix.pending()).contains("another");
		});
	}

	@Test
	void tellsWhichSectionsACustomizerChanged() {
		RUNNER.withUserConfiguration(Longer.class)
			.withPropertyValues("redis-components.lock.lease=10s", "redis-components.cache.probe-interval=2s")
			.run((context) -> {
				context.getBean(DistributedLock.class);
				Map<String, Setting> all = settings(context.getBean(RedisComponentsRefresher.class));
				assertThat(all.get("redis-components.lock.lease").customized()).isTrue();
				assertThat(all.get("redis-components.cache.probe-interval").customized()).isFalse();
			});
	}

	@Test
	void aPlaceholderThatNamesItselfIsRefusedAloneAndTheRefreshGoesOn() {
		RUNNER
			.withPropertyValues("redis-components.lock.lease=10s", "redis-components.rate-limit.policies.p.limit=3",
					"redis-components.rate-limit.policies.p.period=1m")
			.run((context) -> {
				RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
				context.getBean(DistributedLock.class);
				TestContexts.change(context, "redis-components.lock.lease", "${shop.lease}");
				TestContexts.change(context, "shop.lease", "${shop.lease}");
				TestContexts.change(context, "redis-components.rate-limit.policies.p.limit", "4");
				assertThat(refresher.refresh().refused()).hasSize(1);
				Map<String, Setting> all = settings(refresher);
				assertThat(all.get("redis-components.lock.lease").value()).isEqualTo("10s");
				assertThat(all.get("redis-components.lock.lease").pending()).contains("${shop.lease}");
				assertThat(all.get("redis-components.rate-limit.policies.p.limit").value()).isEqualTo("4");
				assertThat(refresher.refused()).isEqualTo(1);
			});
	}

	private static Map<String, Setting> settings(RedisComponentsRefresher refresher) {
		return refresher.settings().stream().collect(Collectors.toMap(Setting::property, Function.identity()));
	}

	@Configuration(proxyBeanMethods = false)
	static class Longer {

		@Bean
		SettingsCustomizer<LockSettings> longer() {
			return (settings) -> settings.withLease(settings.lease().plus(Duration.ofSeconds(5)));
		}

	}

}
