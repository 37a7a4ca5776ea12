// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.counter;

import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.counter.CheckIns;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.counter.DayBitmapSettings;
import io.github.rediscomponents.counter.UniqueCount;
import io.github.rediscomponents.counter.UniqueCounter;
import io.github.rediscomponents.counter.ViewCounter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The counters as beans: on, off, replaced, configured and refreshed.
 */
class CounterBeansTests {

	@Test
	void areThereWithoutAnyPropertyAndWork() {
		TestContexts.withOwnKeys().run((context) -> {
			DayBitmap bitmap = context.getBean(DayBitmap.class);
			assertThat(bitmap.checkIns("daily").checkIn("anna").first()).isTrue();
			assertThat(bitmap.activeUsers("app").mark("anna")).isTrue();
			UniqueCounter counter = context.getBean(UniqueCounter.class);
			LocalDate day = counter.add("home", "anna");
			assertThat(counter.count("home", day)).isEqualTo(new UniqueCount(1, true));
		});
	}

	@Test
	void areLeftOutWhenDisabled() {
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.day-bitmap.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(DayBitmap.class)
				.hasSingleBean(UniqueCounter.class));
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.unique-counter.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(UniqueCounter.class)
				.hasSingleBean(DayBitmap.class));
	}

	@Test
	void giveWayToThoseOfTheApplication() {
		TestContexts.withOwnKeys()
			.withUserConfiguration(Own.class)
			.run((context) -> assertThat(context).hasSingleBean(DayBitmap.class)
				.getBean(DayBitmap.class)
				.isSameAs(context.getBean("myBitmap")));
	}

	@Test
	void takeChangedSettingsOverAndRefuseBadOnes() {
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.day-bitmap.zone=Asia/Shanghai",
					"redis-components.day-bitmap.active-retention=30d")
			.run((context) -> {
				CheckIns checkIns = context.getBean(DayBitmap.class).checkIns("daily");
				RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
				List.of(1, 2, 3).forEach((month) -> checkIns.checkIn("anna", LocalDate.of(2026, month, 1)));
				TestContexts.change(context, "redis-components.day-bitmap.check-in-months", "2");
				assertThat(refresher.refresh().changed()).containsExactly("redis-components.day-bitmap");
				assertThatIllegalArgumentException()
					.isThrownBy(() -> checkIns.checkIn("anna", LocalDate.of(2025, 12, 1)))
					.withMessageContaining("2026-02");
				checkIns.checkIn("anna", LocalDate.of(2026, 4, 1));
				assertThat(checkIns.month("anna", YearMonth.of(2026, 2)).count()).isZero();
				TestContexts.change(context, "redis-components.day-bitmap.check-in-months", "0");
				assertThat(refresher.refresh().refused()).singleElement()
					.asString()
					.contains("redis-components.day-bitmap.check-in-months must be between 1 and 120");
			});
	}

	@Test
	void takeAChangedLimitOfExactnessOver() {
		TestContexts.withOwnKeys().run((context) -> {
			UniqueCounter counter = context.getBean(UniqueCounter.class);
			LocalDate day = counter.add("home", List.of("a", "b"));
			TestContexts.change(context, "redis-components.unique-counter.exact-limit", "2");
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().changed())
				.containsExactly("redis-components.unique-counter");
			assertThat(counter.count("home", day).exact()).isTrue();
			counter.add("home", day, List.of("c"));
			assertThat(counter.count("home", day)).isEqualTo(new UniqueCount(3, false));
		});
	}

	@Test
	void countViewsUntilTheContextCloses() {
		ApplicationContextRunner own = TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.view-counter.flush-interval=1m");
		LocalDate today = LocalDate.now(ZoneOffset.UTC);
		own.run((context) -> {
			ViewCounter views = context.getBean(ViewCounter.class);
			views.record("shop", "1", 3);
			context.close();
			assertThat(views.pending()).isZero();
		});
		own.run((context) -> assertThat(context.getBean(ViewCounter.class).count("shop", "1", today, today.plusDays(1)))
			.isEqualTo(3));
	}

	@Test
	void takeAChangeToExactViewsOver() {
		TestContexts.withOwnKeys().run((context) -> {
			ViewCounter views = context.getBean(ViewCounter.class);
			TestContexts.change(context, "redis-components.view-counter.exact", "true");
			assertThat(context.getBean(RedisComponentsRefresher.class).refresh().changed())
				.containsExactly("redis-components.view-counter");
			views.record("shop", "1", 3);
			LocalDate today = LocalDate.now(ZoneOffset.UTC);
			assertThat(views.count("shop", today.minusDays(1), today)).isEqualTo(3);
		});
	}

	@Test
	void viewsAreNotCountedWhenDisabled() {
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.view-counter.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(ViewCounter.class));
	}

	@Test
	void viewsHaveMeters() {
		TestContexts.withOwnKeys().withBean(SimpleMeterRegistry.class).run((context) -> {
			ViewCounter views = context.getBean(ViewCounter.class);
			views.record("shop", "1", 4);
			views.flush();
			SimpleMeterRegistry registry = context.getBean(SimpleMeterRegistry.class);
			assertThat(registry.get("redis.components.views.counted").counter().count()).isEqualTo(4);
			assertThat(registry.get("redis.components.views.pending").gauge().value()).isZero();
			assertThat(registry.get("redis.components.views.unlisted").counter().count()).isZero();
			assertThat(registry.get("redis.components.views.lost").counter().count()).isZero();
		});
	}

	@Configuration(proxyBeanMethods = false)
	static class Own {

		@Bean
		DayBitmap myBitmap(RedisPort redis) {
			return DayBitmap.create(redis, new KeySpace("x"), new LiveSettings<>(DayBitmapSettings.defaults()));
		}

	}

}
