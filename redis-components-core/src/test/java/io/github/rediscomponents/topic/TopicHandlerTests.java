// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

import java.nio.charset.StandardCharsets;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.ThrowingCodecs;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Handlers and codecs that throw what none is expected to throw.
 */
class TopicHandlerTests {

	private final Background background = new Background();

	private final Topics topics = topics(ValueCodecs.json());

	@AfterEach
	void close() {
		this.background.close();
	}

	@Test
	void countsWhateverAHandlerThrows() throws InterruptedException {
		List<String> heard = new CopyOnWriteArrayList<>();
		Topic<String> topic = this.topics.get(UUID.randomUUID().toString(), String.class);
		try (TopicSubscription subscription = topic.subscribe((message) -> {
			heard.add(message + (Thread.currentThread().isInterrupted() ? " interrupted" : ""));
			Thread.currentThread().interrupt();
			ThrowingCodecs.throwNamed(message);
		})) {
			assertThat(subscription.awaitActive(ChronoUnit.FOREVER.getDuration())).isTrue();
			List<String> all = List.of("error", "linkage", "deep", "checked", "hostile", "good");
			all.forEach(topic::publish);
			await().untilAsserted(() -> assertThat(heard).isEqualTo(all));
			await().untilAsserted(() -> assertThat(subscription.failed()).isEqualTo(all.size() - 1));
			assertThat(subscription.handled()).isEqualTo(all.size());
		}
	}

	@Test
	void whatACodecThrowsMakesAMessageUnreadable() throws InterruptedException {
		Topics broken = topics(new ThrowingCodecs());
		List<String> heard = new CopyOnWriteArrayList<>();
		Topic<String> topic = broken.get(UUID.randomUUID().toString(), String.class);
		try (TopicSubscription subscription = topic.subscribe(new TopicHandler<String>() {

			@Override
			public void message(String message) {
				heard.add(message);
			}

			@Override
			public void undecodable(byte[] message, CodecException cause) {
				heard.add("not " + new String(message, StandardCharsets.UTF_8));
			}

		})) {
			assertThat(subscription.awaitActive(TopicTests.PATIENCE)).isTrue();
			List.of("linkage", "deep", "hostile", "good").forEach(topic::publish);
			await().untilAsserted(
					() -> assertThat(heard).containsExactly("not linkage", "not deep", "not hostile", "good"));
			assertThat(subscription.undecodable()).isEqualTo(3);
			assertThat(subscription.failed()).isZero();
		}
	}

	private Topics topics(ValueCodecs codecs) {
		return Topics.create(TestPorts.of(RedisTopology.STANDALONE), new KeySpace("test"), codecs,
				new LiveSettings<>(TopicRegistrySettings.defaults()), this.background, TopicObserver.NONE);
	}

}
