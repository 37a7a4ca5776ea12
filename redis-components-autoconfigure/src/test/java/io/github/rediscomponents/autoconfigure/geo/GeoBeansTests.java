// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.geo;

import java.util.Map;

import org.junit.jupiter.api.Test;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.geo.GeoArea;
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.geo.GeoSettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The geo index as a bean: on, off, replaced, configured and refreshed.
 */
class GeoBeansTests {

	private final GeoPoint here = new GeoPoint(13.4, 52.5);

	@Test
	void isThereWithoutAnyPropertyAndTakesChangedSettingsOver() {
		TestContexts.withOwnKeys().run((context) -> {
			GeoIndex geo = context.getBean(GeoIndex.class);
			RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
			geo.putAll("shops", Map.of("a", this.here, "b", this.here, "c", this.here));
			GeoArea area = GeoArea.radius(this.here, 10);
			assertThat(geo.nearby("shops", area, 1).total()).isEqualTo(3);
			TestContexts.change(context, "redis-components.geo.max-results", "2");
			assertThat(refresher.refresh().changed()).containsExactly("redis-components.geo");
			assertThat(geo.nearby("shops", area, 1).total()).isEqualTo(2);
			TestContexts.change(context, "redis-components.geo.scroll-ttl", "1ms");
			assertThat(refresher.refresh().refused()).singleElement()
				.asString()
				.contains("redis-components.geo.scroll-ttl must be between PT1S and PT1H");
			assertThat(geo.nearby("shops", area, 1).total()).isEqualTo(2);
		});
	}

	@Test
	void isLeftOutWhenDisabled() {
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.geo.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(GeoIndex.class));
	}

	@Test
	void givesWayToThatOfTheApplication() {
		TestContexts.withOwnKeys()
			.withUserConfiguration(Own.class)
			.run((context) -> assertThat(context).hasSingleBean(GeoIndex.class)
				.getBean(GeoIndex.class)
				.isSameAs(context.getBean("myGeo")));
	}

	@Configuration(proxyBeanMethods = false)
	static class Own {

		@Bean
		GeoIndex myGeo(RedisPort redis) {
			return GeoIndex.create(redis, new KeySpace("x"), new LiveSettings<>(GeoSettings.defaults()));
		}

	}

}
