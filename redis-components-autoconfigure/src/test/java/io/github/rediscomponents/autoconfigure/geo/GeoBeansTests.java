package io.github.rediscomponents.autoconfigure.geo;

import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.geo.GeoArea;
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.geo.GeoSettings;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The geo index as a bean: on, off, replaced, configured and refreshed.
 */
class GeoBeansTests {

	private final GeoPoint here = new GeoPoint(13.4, 52.5);

	@Test
	void isThereWithoutAnyPropertyAndTakesChangedSettingsOver() {
		run().run((context) -> {
			GeoIndex geo = context.getBean(GeoIndex.class);
			RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
			geo.putAll("shops", Map.of("a", this.here, "b", this.here, "c", this.here));
			GeoArea area = GeoArea.radius(this.here, 10);
			assertThat(geo.nearby("shops", area, 1).total()).isEqualTo(3);
			change(context, "redis-components.geo.max-results", "2");
			assertThat(refresher.refresh().changed()).containsExactly("redis-components.geo");
			assertThat(geo.nearby("shops", area, 1).total()).isEqualTo(2);
			change(context, "redis-components.geo.scroll-ttl", "1ms");
			assertThat(refresher.refresh().refused()).singleElement()
				.asString()
				.contains("redis-components.geo.scroll-ttl must be between PT1S and PT1H");
			assertThat(geo.nearby("shops", area, 1).total()).isEqualTo(2);
		});
	}

	@Test
	void isLeftOutWhenDisabled() {
		run().withPropertyValues("redis-components.geo.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(GeoIndex.class));
	}

	@Test
	void givesWayToThatOfTheApplication() {
		run().withUserConfiguration(Own.class)
			.run((context) -> assertThat(context).hasSingleBean(GeoIndex.class)
				.getBean(GeoIndex.class)
				.isSameAs(context.getBean("myGeo")));
	}

	private static ApplicationContextRunner run() {
		return TestContexts.connected().withPropertyValues("redis-components.key-prefix=t" + UUID.randomUUID());
	}

	private static void change(ConfigurableApplicationContext context, String property, String value) {
		context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource(UUID.randomUUID().toString(), Map.of(property, value)));
	}

	@Configuration(proxyBeanMethods = false)
	static class Own {

		@Bean
		GeoIndex myGeo(RedisPort redis) {
			return GeoIndex.create(redis, new KeySpace("x"), new LiveSettings<>(GeoSettings.defaults()));
		}

	}

}
