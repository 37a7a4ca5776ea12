package io.github.rediscomponents.autoconfigure.counter;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.counter.CheckIns;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.counter.DayBitmapSettings;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The counters as beans: on, off, replaced, configured and refreshed.
 */
class CounterBeansTests {

	@Test
	void areThereWithoutAnyPropertyAndWork() {
		run().run((context) -> {
			DayBitmap bitmap = context.getBean(DayBitmap.class);
			assertThat(bitmap.checkIns("daily").sign("anna").first()).isTrue();
			assertThat(bitmap.activeUsers("app").mark("anna")).isTrue();
		});
	}

	@Test
	void areLeftOutWhenDisabled() {
		run().withPropertyValues("redis-components.day-bitmap.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(DayBitmap.class));
	}

	@Test
	void giveWayToThoseOfTheApplication() {
		run().withBean("mine", DayBitmap.class, CounterBeansTests::own)
			.run((context) -> assertThat(context).hasSingleBean(DayBitmap.class)
				.getBean(DayBitmap.class)
				.isSameAs(context.getBean("mine")));
	}

	@Test
	void takeChangedSettingsOverAndRefuseBadOnes() {
		run()
			.withPropertyValues("redis-components.day-bitmap.zone=Asia/Shanghai",
					"redis-components.day-bitmap.active-retention=30d")
			.run((context) -> {
				CheckIns checkIns = context.getBean(DayBitmap.class).checkIns("daily");
				RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
				List.of(1, 2, 3).forEach((month) -> checkIns.sign("anna", LocalDate.of(2026, month, 1)));
				change(context, "redis-components.day-bitmap.check-in-months", "2");
				assertThat(refresher.refresh().changed()).containsExactly("redis-components.day-bitmap");
				assertThatIllegalArgumentException().isThrownBy(() -> checkIns.sign("anna", LocalDate.of(2025, 12, 1)))
					.withMessageContaining("2026-02");
				checkIns.sign("anna", LocalDate.of(2026, 4, 1));
				assertThat(checkIns.month("anna", YearMonth.of(2026, 2)).count()).isZero();
				change(context, "redis-components.day-bitmap.check-in-months", "0");
				assertThat(refresher.refresh().refused()).singleElement()
					.asString()
					.contains("redis-components.day-bitmap.check-in-months must be between 1 and 120");
			});
	}

	private static DayBitmap own() {
		return DayBitmap.create(unused(), new KeySpace("x"), new LiveSettings<>(DayBitmapSettings.defaults()));
	}

	/** A port to nowhere: nothing is sent by making something. */
	private static RedisPort unused() {
		return (RedisPort) java.lang.reflect.Proxy.newProxyInstance(CounterBeansTests.class.getClassLoader(),
				new Class<?>[] { RedisPort.class }, (proxy, method, args) -> {
					throw new UnsupportedOperationException(method.getName());
				});
	}

	/** The first connection of a JVM takes long on a busy machine. */
	private static ApplicationContextRunner run() {
		return TestContexts.connected()
			.withPropertyValues("redis-components.key-prefix=t" + UUID.randomUUID(),
					"redis-components.command-timeout=30s");
	}

	private static void change(ConfigurableApplicationContext context, String property, String value) {
		context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource(UUID.randomUUID().toString(), Map.of(property, value)));
	}

}
