// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.ranking;

import java.util.UUID;

import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.ranking.Period;
import io.github.rediscomponents.ranking.RankedSet;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.social.Likes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Likes and ranked sets as beans.
 */
class RankedSetBeansTests {

	private final String prefix = "redis-components.key-prefix=" + UUID.randomUUID();

	/** The first connection of a busy machine takes its time. */
	@Test
	void areThereWithoutAnyPropertyAndNotWhenDisabled() {
		TestContexts.connected()
			.withPropertyValues(this.prefix)
			.run((context) -> assertThat(context.getBean(Likes.class).toggle("post", "anna").count()).isEqualTo(1));
		TestContexts.connected()
			.withPropertyValues("redis-components.ranked-set.enabled=false",
					"redis-components.ranked-set.sets.points.keep=1")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(Likes.class)
				.doesNotHaveBean(RankedSets.class)
				.doesNotHaveBean(RankedSet.class));
	}

	@Test
	void areMadeOfEachDeclaration() {
		TestContexts.connected()
			.withPropertyValues(this.prefix, "redis-components.ranked-set.sets.points.periods=day,total",
					"redis-components.ranked-set.sets.points.zone=Asia/Shanghai",
					"redis-components.ranked-set.sets.points.max-score=100",
					"redis-components.ranked-set.sets.lap-times.order=lowest")
			.withUserConfiguration(Game.class)
			.run((context) -> {
				Game game = context.getBean(Game.class);
				assertThat(game.pointsRankedSet.increment("anna", 3).in(Period.DAY)).isEqualTo(3);
				game.lapTimesRankedSet.set("anna", 61);
				game.lapTimesRankedSet.set("ben", 60);
				assertThat(game.lapTimesRankedSet.total().top(1).get(0).member()).isEqualTo("ben");
				assertThat(context).hasBean("pointsRankedSet").getBeans(RankedSet.class).hasSize(2);
			});
	}

	@Test
	void giveWayToABeanOfTheSameName() {
		TestContexts.connected()
			.withPropertyValues(this.prefix, "redis-components.ranked-set.sets.points.keep=1")
			.withUserConfiguration(Own.class)
			.run((context) -> assertThat(context.getBean("pointsRankedSet", RankedSet.class).name()).isEqualTo("mine"));
	}

	@Test
	void takeOverChangedSettings() {
		TestContexts.connected()
			.withPropertyValues(this.prefix, "redis-components.ranked-set.sets.points.max-score=100")
			.run((context) -> {
				RankedSet points = context.getBean("pointsRankedSet", RankedSet.class);
				assertThat(points.set("anna", 100).total()).isEqualTo(100);
				RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
				TestContexts.change(context, "redis-components.ranked-set.sets.points.max-score", "50");
				assertThat(refresher.refresh().changed()).containsExactly("redis-components.ranked-set");
				assertThatIllegalArgumentException().isThrownBy(() -> points.set("anna", 51));
				TestContexts.change(context, "redis-components.ranked-set.sets.points.keep", "-1");
				assertThat(refresher.refresh().refused()).singleElement()
					.asString()
					.contains("redis-components.ranked-set.sets.points.keep");
				TestContexts.change(context, "redis-components.ranked-set.sets.points.keep", "3");
				TestContexts.change(context, "redis-components.ranked-set.sets.points.order", "lowest");
				assertThat(refresher.refresh().waitingForRestart())
					.containsExactly("redis-components.ranked-set.sets.points.order");
			});
	}

	@Configuration(proxyBeanMethods = false)
	static class Game {

		@Autowired
		RankedSet pointsRankedSet;

		@Autowired
		RankedSet lapTimesRankedSet;

	}

	@Configuration(proxyBeanMethods = false)
	static class Own {

		@Bean
		RankedSet pointsRankedSet(RankedSets sets) {
			return sets.get("mine", io.github.rediscomponents.ranking.RankedSetSettings.defaults());
		}

	}

}
