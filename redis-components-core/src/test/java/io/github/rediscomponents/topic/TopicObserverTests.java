// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What an observer hears of topics, and what the meters count.
 */
class TopicObserverTests {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final RedisServer server = RedisServer.start();

	private final CommandPort port = TestPorts.open(this.server.uri());

	private final Background background = new Background();

	private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

	@AfterEach
	void close() {
		this.background.close();
		this.port.close();
		this.server.close();
	}

	@Test
	void countsWhatIsPublishedReceivedDroppedHandledAndUnreadable() throws InterruptedException {
		Topics topics = topics(new MicrometerTopicObserver(this.registry));
		Topic<Long> numbers = topics.get("small", Long.class);
		CountDownLatch entered = new CountDownLatch(1);
		CountDownLatch release = new CountDownLatch(1);
		TopicSubscription subscription = numbers.subscribe((number) -> {
			entered.countDown();
			awaitUninterrupted(release);
			if (number == 1) {
				throw new IllegalStateException("on purpose");
			}
		});
		assertThat(subscription.awaitActive(PATIENCE)).isTrue();
		numbers.publish(0L);
		assertThat(entered.await(30, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
		numbers.publish(1L);
		topics.get("small", String.class).publish("two");
		IntStream.range(3, 10).forEach((i) -> numbers.publish((long) i));
		await().untilAsserted(() -> assertThat(count("received", "small")).isEqualTo(10));
		// Told after the last one that is received.
		await().untilAsserted(() -> assertThat(count("dropped", "small")).isEqualTo(7));
		release.countDown();
		// Two of ten had room besides the one in the handler.
		await().untilAsserted(() -> assertThat(handled("returned") + handled("failed")).isEqualTo(2));
		await().untilAsserted(() -> assertThat(count("undecodable", "small")).isEqualTo(1));
		assertThat(count("published", "small")).isEqualTo(10);
		assertThat(count("dropped", "small")).isEqualTo(7).isEqualTo(subscription.overflowed());
		assertThat(handled("failed")).isEqualTo(1);
		assertThat(count("reconnects", "small")).isZero();
	}

	@Test
	void countsReconnectsAndNothingThatFailed() throws InterruptedException {
		MicrometerTopicObserver observer = new MicrometerTopicObserver(this.registry);
		Topic<String> topic = topics(observer).get("news", String.class);
		TopicSubscription subscription = topic.subscribe((message) -> {
		});
		assertThat(subscription.awaitActive(PATIENCE)).isTrue();
		this.server.command("CLIENT", "KILL", "TYPE", "pubsub");
		await().atMost(PATIENCE).ignoreExceptions().until(() -> count("reconnects", "news") == 1);
		Topic<String> impatient = topics(this.port.withTimeout(Duration.ofMillis(300)), observer).get("news",
				String.class);
		this.server.kill();
		assertThatExceptionOfType(io.github.rediscomponents.RedisUnavailableException.class)
			.isThrownBy(() -> impatient.publish("x"));
		assertThat(count("published", "news")).isZero();
	}

	@Test
	void givesTagsToTheFirstTopicsOnly() {
		MicrometerTopicObserver metrics = new MicrometerTopicObserver(this.registry);
		IntStream.range(0, MicrometerTopicObserver.MOST_TOPICS + 50).forEach((i) -> metrics.published("topic" + i));
		metrics.published("topic0");
		assertThat(count("published", "topic0")).isEqualTo(2);
		assertThat(count("published", "other")).isEqualTo(50);
		assertThat(this.registry.find("redis.components.topic.published").counters())
			.hasSize(MicrometerTopicObserver.MOST_TOPICS + 1);
	}

	@Test
	void goesOnWhenTheObserverThrows() throws InterruptedException {
		Topic<String> topic = topics(new TopicObserver() {

			@Override
			public void published(String name) {
				throw new IllegalStateException("on purpose");
			}

			@Override
			public void received(String name) {
				throw new IllegalStateException("on purpose");
			}

			@Override
			public void handled(String name, long nanos, boolean failed) {
				throw new IllegalStateException("on purpose");
			}

		}).get("news", String.class);
		List<String> heard = new CopyOnWriteArrayList<>();
		TopicSubscription subscription = topic.subscribe(heard::add);
		assertThat(subscription.awaitActive(PATIENCE)).isTrue();
		topic.publish("a");
		topic.publish("b");
		await().untilAsserted(() -> assertThat(heard).containsExactly("a", "b"));
		assertThat(subscription.failed()).isZero();
	}

	private Topics topics(TopicObserver observer) {
		return topics(this.port, observer);
	}

	private Topics topics(CommandPort redis, TopicObserver observer) {
		return Topics.create(redis, new KeySpace("test"), ValueCodecs.json(),
				new LiveSettings<>(
						TopicRegistrySettings.defaults().withTopics(Map.of("small", new TopicSettingsValues(2, 1000)))),
				this.background, observer);
	}

	private double count(String meter, String topic) {
		return this.registry.get("redis.components.topic." + meter).tag("topic", topic).counter().count();
	}

	private long handled(String outcome) {
		return this.registry.get("redis.components.topic.handler").tag("outcome", outcome).timer().count();
	}

	private static void awaitUninterrupted(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
