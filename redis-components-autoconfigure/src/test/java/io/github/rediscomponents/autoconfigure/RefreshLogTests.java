// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.autoconfigure.refresh.SettingsCustomizer;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockSettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A refresh logs the properties that somebody changed, and not all that their component
 * has.
 */
@ExtendWith(OutputCaptureExtension.class)
class RefreshLogTests {

	private static final String CACHES = "redis-components.cache.caches.";

	private static final ApplicationContextRunner RUNNER = TestContexts.withOwnKeys();

	@Test
	void namesEachChangedPropertyWithBothValues(CapturedOutput output) {
		RUNNER.withPropertyValues(CACHES + "price.ttl=10s", CACHES + "shop.ttl=1h", CACHES + "shop.null-ttl=1m")
			.run((context) -> {
				change(context, CACHES + "price.ttl=20s", CACHES + "user.ttl=5m");
				assertThat(line(output, "redis-components.cache changed")).endsWith(
						"redis-components.cache changed: caches.price.ttl 10s -> 20s, caches.user.ttl not set -> 5m");
			});
	}

	@Test
	void saysThatAPropertyIsNoLongerSet(CapturedOutput output) {
		RUNNER.run((context) -> {
			TestPropertyValues.of("redis-components.lock.lease=12s").applyTo(context.getSourceApplicationContext());
			context.getBean(RedisComponentsRefresher.class).refresh();
			context.getSourceApplicationContext().getEnvironment().getPropertySources().remove("test");
			context.getBean(RedisComponentsRefresher.class).refresh();
			assertThat(line(output, "12s -> not set")).endsWith("redis-components.lock changed: lease 12s -> not set");
		});
	}

	@Test
	void tellsAChangeThatNoPropertyMade(CapturedOutput output) {
		RUNNER.withUserConfiguration(Customizing.class).run((context) -> {
			assertThat(context).hasSingleBean(DistributedLock.class);
			context.getBean(DistributedLock.class);
			context.getBean(Customizing.class).lease = Duration.ofSeconds(21);
			change(context);
			assertThat(line(output, "redis-components.lock changed"))
				.endsWith("redis-components.lock changed, though none of its properties");
		});
	}

	@Test
	void aLineHasAnEnd(CapturedOutput output) {
		RUNNER.run((context) -> {
			change(context,
					IntStream.range(100, 200).mapToObj((i) -> CACHES + "c" + i + ".ttl=5m").toArray(String[]::new));
			assertThat(line(output, "redis-components.cache changed"))
				.contains("caches.c100.ttl not set -> 5m, ", "caches.c119.ttl not set -> 5m")
				.doesNotContain("caches.c120")
				.endsWith(" and 80 more");
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class Customizing {

		private volatile Duration lease = Duration.ofSeconds(20);

		@Bean
		SettingsCustomizer<LockSettings> lease() {
			return (settings) -> settings.withLease(this.lease);
		}

	}

	private static void change(AssertableApplicationContext context, String... properties) {
		TestPropertyValues.of(properties).applyTo(context.getSourceApplicationContext());
		context.getBean(RedisComponentsRefresher.class).refresh();
	}

	private static String line(CapturedOutput output, String part) {
		return Stream.of(output.getAll().split("\\R")).filter((line) -> line.contains(part)).findFirst().orElse("");
	}

}
