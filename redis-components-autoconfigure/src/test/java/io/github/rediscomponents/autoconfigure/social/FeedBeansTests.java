// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.social;

import java.time.Duration;
import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.FollowGraphSettings;
import io.github.rediscomponents.social.FollowObserver;
import io.github.rediscomponents.social.FollowResult;
import io.github.rediscomponents.social.SocialObserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The follow graph and the feed as beans: on, off, replaced, configured, refreshed, and
 * counted.
 */
class FeedBeansTests {

	@Test
	void workTogetherWithoutAnyProperty() {
		TestContexts.withOwnKeys().withUserConfiguration(Reader.class).run((context) -> {
			Feed feed = context.getBean(Reader.class).feed;
			FollowGraph graph = context.getBean(FollowGraph.class);
			graph.follow("anna", "ben");
			assertThat(feed.page("anna", null, 5).items()).isEmpty();
			feed.publish("ben", "p1");
			awaitItems(feed, "anna", 1);
			graph.unfollow("anna", "ben");
			assertThat(feed.page("anna", null, 5).items()).isEmpty();
		});
	}

	@Test
	void goOnWhenThePausedContextIsStartedAgain() {
		TestContexts.withOwnKeys().withUserConfiguration(Reader.class).run((context) -> {
			Feed feed = context.getBean(Feed.class);
			context.getBean(FollowGraph.class).follow("anna", "ben");
			feed.page("anna", null, 5);
			context.getSourceApplicationContext().stop();
			context.getSourceApplicationContext().start();
			feed.publish("ben", "p1");
			awaitItems(feed, "anna", 1);
		});
	}

	@Test
	void costNothingWhereNobodyAsksForTheFeed() {
		TestContexts.withOwnKeys().run((context) -> {
			assertThat(context.getBean(TaskQueues.class).activity()).isEmpty();
			assertThat(context.getSourceApplicationContext().getBeanFactory().containsSingleton("feed")).isFalse();
			// The first follow creates it, because the feed is a listener.
			context.getBean(FollowGraph.class).follow("anna", "ben");
			assertThat(context.getBean(TaskQueues.class).activity()).hasSize(1);
		});
		TestContexts.withOwnKeys().withPropertyValues("redis-components.feed.workers=0").run((context) -> {
			context.getBean(Feed.class);
			assertThat(context.getBean(TaskQueues.class).activity()).isEmpty();
		});
	}

	@Test
	void areLeftOutWhenDisabled() {
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.feed.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(Feed.class)
				.hasSingleBean(FollowGraph.class));
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.follow-graph.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(FollowGraph.class)
				.hasSingleBean(Feed.class));
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.task-queue.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(Feed.class));
	}

	@Test
	void giveWayToThoseOfTheApplicationAndTellItsListeners() {
		TestContexts.withOwnKeys().withUserConfiguration(Own.class).run((context) -> {
			assertThat(context).hasSingleBean(FollowGraph.class)
				.getBean(FollowGraph.class)
				.isSameAs(context.getBean("myGraph"));
		});
		TestContexts.withOwnKeys().withUserConfiguration(Heard.class).run((context) -> {
			context.getBean(FollowGraph.class).follow("anna", "ben");
			context.getBean(FollowGraph.class).unfollow("anna", "ben");
			assertThat(context.getBean(Heard.class).heard).containsExactly("anna+ben", "anna-ben");
		});
	}

	@Test
	void takeOverChangedSettings() {
		TestContexts.withOwnKeys()
			.withPropertyValues("redis-components.follow-graph.max-following=1")
			.run((context) -> {
				FollowGraph graph = context.getBean(FollowGraph.class);
				Feed feed = context.getBean(Feed.class);
				RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
				assertThat(graph.follow("anna", "ben")).isEqualTo(FollowResult.FOLLOWED);
				assertThat(graph.follow("anna", "carl")).isEqualTo(FollowResult.TOO_MANY);
				TestContexts.change(context, "redis-components.follow-graph.max-following", "2");
				assertThat(refresher.refresh().changed()).containsExactly("redis-components.follow-graph");
				assertThat(graph.follow("anna", "carl")).isEqualTo(FollowResult.FOLLOWED);
				TestContexts.change(context, "redis-components.feed.max-items", "2");
				assertThat(refresher.refresh().changed()).containsExactly("redis-components.feed");
				feed.page("anna", null, 5);
				List.of("p1", "p2", "p3").forEach((id) -> feed.publish("ben", id));
				awaitItems(feed, "anna", 2);
				TestContexts.change(context, "redis-components.feed.inactive-after", "1ms");
				assertThat(refresher.refresh().refused()).singleElement()
					.asString()
					.contains("redis-components.feed.inactive-after must be between");
				TestContexts.change(context, "redis-components.feed.inactive-after", "1d");
				TestContexts.change(context, "redis-components.feed.workers", "5");
				assertThat(refresher.refresh().waitingForRestart()).containsExactly("redis-components.feed.workers");
			});
	}

	@Test
	void areCountedWhereThereIsAMeterRegistry() {
		TestContexts.withOwnKeys().withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new).run((context) -> {
			FollowGraph graph = context.getBean(FollowGraph.class);
			Feed feed = context.getBean(Feed.class);
			graph.follow("anna", "ben");
			graph.follow("anna", "ben");
			graph.unfollow("anna", "carl");
			feed.page("anna", null, 5);
			feed.publish("ben", "p1");
			feed.publish("ben", "p1");
			MeterRegistry meters = context.getBean(MeterRegistry.class);
			awaitItems(feed, "anna", 1);
			await().atMost(Duration.ofMinutes(1))
				.until(() -> meters.get("redis.components.feed.tasks").timer().count() == 2);
			assertThat(count(meters, "follow.graph.changes", "result", "followed")).isEqualTo(1);
			assertThat(count(meters, "follow.graph.changes", "result", "already_following")).isEqualTo(1);
			assertThat(count(meters, "follow.graph.changes", "result", "not_following")).isEqualTo(1);
			assertThat(count(meters, "feed.published", "delivery", "pushed", "repeated", "false")).isEqualTo(1);
			assertThat(count(meters, "feed.published", "delivery", "pushed", "repeated", "true")).isEqualTo(1);
			assertThat(count(meters, "feed.delivered")).isEqualTo(1);
			assertThat(count(meters, "feed.rebuilt")).isEqualTo(1);
			assertThat(count(meters, "feed.pages")).isGreaterThanOrEqualTo(2);
		});
		TestContexts.withOwnKeys()
			.withClassLoader(new FilteredClassLoader(MeterRegistry.class))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(FollowGraph.class));
	}

	private static double count(MeterRegistry meters, String name, String... tags) {
		return meters.get("redis.components." + name).tags(tags).counter().count();
	}

	private static void awaitItems(Feed feed, String reader, int items) {
		await().atMost(Duration.ofMinutes(1)).until(() -> feed.page(reader, null, 5).items().size() == items);
	}

	@Configuration(proxyBeanMethods = false)
	static class Reader {

		@Autowired
		Feed feed;

	}

	@Configuration(proxyBeanMethods = false)
	static class Own {

		@Bean
		FollowGraph myGraph(RedisPort redis) {
			return FollowGraph.create(redis, new KeySpace("x"), () -> FollowGraphSettings.defaults(), List::of,
					SocialObserver.NONE);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class Heard {

		final List<String> heard = new java.util.concurrent.CopyOnWriteArrayList<>();

		@Bean
		FollowObserver ears() {
			return new FollowObserver() {

				@Override
				public void followed(String user, String followed) {
					Heard.this.heard.add(user + "+" + followed);
				}

				@Override
				public void unfollowed(String user, String followed) {
					Heard.this.heard.add(user + "-" + followed);
				}

			};
		}

	}

}
