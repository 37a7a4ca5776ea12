// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.topic;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.topic.MicrometerTopicObserver;
import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.TopicObserver;
import io.github.rediscomponents.topic.TopicSubscription;
import io.github.rediscomponents.topic.Topics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

class DeclaredTopicTests {

	@Test
	void injectsTopicsByNameWithTheTypeOfTheInjectionPointOrTheDeclaredOne() {
		runner().withUserConfiguration(User.class).run((context) -> {
			assertThat(context).hasNotFailed();
			User user = context.getBean(User.class);
			assertThat(user.pricesTopic.name()).isEqualTo("prices");
			assertThat(context.getBean("hotNewsTopic")).isSameAs(user.hotNewsTopic);
			List<Price> heard = new CopyOnWriteArrayList<>();
			TopicSubscription subscription = user.pricesTopic.subscribe(heard::add);
			assertThat(subscription.awaitActive(Duration.ofSeconds(30))).isTrue();
			context.getBean(Topics.class).get("prices", Price.class).publish(new Price("bread", 210));
			await().atMost(Duration.ofMinutes(1))
				.untilAsserted(() -> assertThat(heard).containsExactly(new Price("bread", 210)));
		});
	}

	@Test
	void giveEachTopicItsOwnSettingsAndTheCommonOnesForTheRest() {
		runner().run((context) -> {
			Topic<String> news = context.getBean(Topics.class).get("hot-news", String.class);
			Topic<String> undeclared = context.getBean(Topics.class).get("else", String.class);
			assertThatIllegalArgumentException().isThrownBy(() -> news.publish("x".repeat(11)))
				.withMessageContaining("10 bytes");
			assertThat(undeclared.publish("x".repeat(20))).isZero();
			assertThatIllegalArgumentException().isThrownBy(() -> undeclared.publish("x".repeat(21)))
				.withMessageContaining("20 bytes");
		});
	}

	@Test
	void followChangesAndRefuseBadOnes() {
		runner().run((context) -> {
			Topic<String> news = context.getBean(Topics.class).get("hot-news", String.class);
			RedisComponentsRefresher refresher = context.getBean(RedisComponentsRefresher.class);
			TestContexts.change(context, "redis-components.topic.topics.hot-news.max-payload", "15B");
			assertThat(refresher.refresh().changed()).containsExactly("redis-components.topic");
			assertThat(news.publish("x".repeat(15))).isZero();
			TestContexts.change(context, "redis-components.topic.topics.hot-news.buffer", "0");
			assertThat(refresher.refresh().refused()).singleElement()
				.asString()
				.contains("redis-components.topic.topics.hot-news.buffer");
			assertThat(news.publish("x".repeat(15))).isZero();
		});
	}

	@Test
	void letTheApplicationsOwnBeanWin() {
		runner().withUserConfiguration(Own.class)
			.run((context) -> assertThat(((Topic<?>) context.getBean("hotNewsTopic")).name()).isEqualTo("mine"));
	}

	@Test
	void countAndTellTheObserversOfTheApplication() {
		List<String> heard = new CopyOnWriteArrayList<>();
		TopicObserver own = new TopicObserver() {

			@Override
			public void published(String topic) {
				heard.add(topic);
			}

		};
		runner().withBean(SimpleMeterRegistry.class, SimpleMeterRegistry::new)
			.withBean("own", TopicObserver.class, () -> own)
			.run((context) -> {
				context.getBean(Topics.class).get("hot-news", String.class).publish("x");
				assertThat(heard).containsExactly("hot-news");
				assertThat(context.getBean(MeterRegistry.class)
					.get("redis.components.topic.published")
					.tag("topic", "hot-news")
					.counter()
					.count()).isEqualTo(1);
			});
		runner().run((context) -> assertThat(context).doesNotHaveBean(TopicObserver.class));
		runner().withClassLoader(new FilteredClassLoader(MeterRegistry.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(Topics.class)
				.doesNotHaveBean("micrometerTopicObserver"));
		assertThat(MicrometerTopicObserver.MOST_TOPICS).isPositive();
	}

	@Test
	void sayWhereTheTypeIsMissing() {
		runner().withUserConfiguration(Untyped.class)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageContaining("redis-components.topic.topics.prices.type"));
	}

	private static ApplicationContextRunner runner() {
		return TestContexts.connected()
			.withPropertyValues("redis-components.key-prefix=t" + UUID.randomUUID(),
					"redis-components.topic.max-payload=20B", "redis-components.topic.topics.prices.max-payload=1KB",
					"redis-components.topic.topics.hot-news.type=java.lang.String",
					"redis-components.topic.topics.hot-news.max-payload=10B");
	}

	record Price(String article, long cents) {

	}

	@Configuration(proxyBeanMethods = false)
	static class User {

		@Autowired
		Topic<Price> pricesTopic;

		@Autowired
		Topic<String> hotNewsTopic;

	}

	@Configuration(proxyBeanMethods = false)
	static class Untyped {

		@Autowired
		@org.springframework.beans.factory.annotation.Qualifier("pricesTopic")
		Topic<?> pricesTopic;

	}

	@Configuration(proxyBeanMethods = false)
	static class Own {

		@Bean
		Topic<String> hotNewsTopic(Topics topics) {
			return topics.get("mine", String.class);
		}

	}

}
