// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher.Refresh;
import io.github.rediscomponents.autoconfigure.refresh.SettingsCustomizer;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Beans that change the settings which were read from the properties.
 */
class SettingsCustomizerTests {

	/** Without a property of caches, whose settings would be customized too. */
	private static final ApplicationContextRunner RUNNER = TestContexts.runner()
		.withPropertyValues("spring.data.redis.url=" + SharedRedis.standalone().uri(),
				"redis-components.command-timeout=30s", "redis-components.key-prefix=t" + UUID.randomUUID())
		.withUserConfiguration(Leases.class);

	@Test
	void changesTheSettingsThatComponentsUse() {
		RUNNER.withPropertyValues("redis-components.lock.lease=10m").run((context) -> {
			try (Lease lease = context.getBean(DistributedLock.class).get("a").acquire()) {
				assertThat(lease.remaining()).isBetween(Duration.ofMinutes(25), Duration.ofMinutes(40));
			}
			// In their order, each of its own component only.
			Leases leases = context.getBean(Leases.class);
			assertThat(leases.seen).containsExactly(Duration.ofMinutes(10), Duration.ofMinutes(20));
			assertThat(leases.caches).isZero();
		});
	}

	@Test
	void isCalledAgainAtARefresh() {
		RUNNER.withPropertyValues("redis-components.lock.lease=10s").run((context) -> {
			DistributedLock locks = context.getBean(DistributedLock.class);
			locks.get("a").acquire().close();
			TestContexts.change(context, "redis-components.lock.lease", "50s");
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().changed())
				.containsExactly("redis-components.lock");
			try (Lease lease = locks.get("a").acquire()) {
				assertThat(lease.remaining()).isBetween(Duration.ofSeconds(150), Duration.ofSeconds(200));
			}
		});
	}

	@Test
	void aCustomizerThatFailsAtARefreshLeavesTheLastValidSettings() {
		RUNNER.withPropertyValues("redis-components.lock.lease=10s").run((context) -> {
			DistributedLock locks = context.getBean(DistributedLock.class);
			locks.get("a").acquire().close();
			// Twice as long exceeds a day.
			TestContexts.change(context, "redis-components.lock.lease", "13h");
			Refresh refresh = context.getBean(RedisComponentsRefresher.class).refresh();
			assertThat(refresh.changed()).isEmpty();
			assertThat(refresh.refused()).singleElement()
				.asString()
				.contains("redis-components.lock is customized by " + SettingsCustomizerTests.class.getName(), "lease");
			try (Lease lease = locks.get("a").acquire()) {
				assertThat(lease.remaining()).isLessThan(Duration.ofSeconds(41));
			}
		});
	}

	@Test
	void aCustomizerThatFailsOrReturnsNullFailsTheStart() {
		RUNNER.withPropertyValues("redis-components.lock.lease=13h")
			.run((context) -> assertThat(context).getFailure()
				.hasRootCauseInstanceOf(IllegalArgumentException.class)
				.cause()
				.isInstanceOf(InvalidPropertyException.class)
				.hasMessageContaining("redis-components.lock is customized by "));
		TestContexts.withOwnKeys()
			.withUserConfiguration(Forgetful.class)
			.withPropertyValues("redis-components.lock.lease=10s")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOf(InvalidPropertyException.class)
				.hasMessageContaining("which returned null"));
	}

	/**
	 * The container looks through all beans for each type with type arguments, and an
	 * application has two dozen components.
	 */
	@Test
	void whatIsNotCustomizedIsNotLookedForByEachComponent() {
		List<ResolvableType> looked = new ArrayList<>();
		DefaultListableBeanFactory beans = new DefaultListableBeanFactory() {
			@Override
			public String[] getBeanNamesForType(ResolvableType type, boolean nonSingletons, boolean eagerInit) {
				if (type.toClass() == SettingsCustomizer.class) {
					looked.add(type);
				}
				return super.getBeanNamesForType(type, nonSingletons, eagerInit);
			}
		};
		new ApplicationContextRunner(() -> new AnnotationConfigApplicationContext(beans))
			.withConfiguration(AutoConfigurations.of(TestBoot.REDIS))
			.withConfiguration(AutoConfigurations.of(TestContexts.autoConfigurations()))
			.run((context) -> {
				assertThat(context.getBean(DistributedLock.class)).isNotNull();
				assertThat(looked).isEmpty();
			});
	}

	@Test
	void isFoundInAParent() {
		new ApplicationContextRunner().withUserConfiguration(Leases.class)
			.run((parent) -> TestContexts.withOwnKeys()
				.withParent(parent)
				.withPropertyValues("redis-components.lock.lease=10s")
				.run((context) -> {
					context.getBean(DistributedLock.class).get("a").acquire().close();
					assertThat(parent.getBean(Leases.class).seen).containsExactly(Duration.ofSeconds(10),
							Duration.ofSeconds(20));
				}));
	}

	@Configuration(proxyBeanMethods = false)
	static class Leases {

		final List<Duration> seen = new ArrayList<>();

		int caches;

		@Bean
		@Order(2)
		SettingsCustomizer<LockSettings> more() {
			return (settings) -> {
				this.seen.add(settings.lease());
				return settings.withLease(settings.lease().plus(settings.lease()).minus(Duration.ofSeconds(5)));
			};
		}

		@Bean
		@Order(1)
		SettingsCustomizer<LockSettings> twice() {
			return (settings) -> {
				this.seen.add(settings.lease());
				return settings.withLease(settings.lease().multipliedBy(2));
			};
		}

		@Bean
		SettingsCustomizer<CacheRegistrySettings> caches() {
			return (settings) -> {
				this.caches++;
				return settings;
			};
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Forgetful {

		@Bean
		@SuppressWarnings("NullAway") // A mistake of the application.
		SettingsCustomizer<LockSettings> nothing() {
			return (settings) -> null;
		}

	}

}
