// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * How fast 10,000 messages are worked on with and without ten among them that always
 * fail. The speeds are printed; what is checked are the counts.
 */
class PoisonCampaignTests {

	private static final int SCALE = Integer.getInteger("campaign.scale", 1);

	private static final int MESSAGES = 10_000;

	private static final int POISON = 10;

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	@Test
	void poisonIsBuriedAfterExactlyItsAttemptsAndSlowsDownNobody() throws Exception {
		List<Double> plain = new ArrayList<>();
		List<Double> poisoned = new ArrayList<>();
		try (RedisServer server = RedisServer.start();
				CommandPort port = TestPorts.open(server);
				Background background = new Background()) {
			StreamQueues streams = StreamQueues.create(port, new KeySpace("campaign"), ValueCodecs.json(), background,
					new LiveSettings<>(Map.of()));
			run(streams, "warm", 0);
			int rounds = (SCALE > 1) ? 2 * SCALE + 1 : 1;
			for (int round = 0; round < rounds; round++) {
				plain.add(run(streams, "plain" + round, 0));
				poisoned.add(run(streams, "poisoned" + round, POISON));
			}
		}
		double without = median(plain);
		double with = median(poisoned);
		System.out.printf("Poison: %,.0f messages/s without, %,.0f with %d of %,d that fail (%.0f %%), medians of %d%n",
				without, with, POISON, MESSAGES, 100 * with / without, plain.size());
	}

	/** Good messages per second. */
	private static double run(StreamQueues streams, String name, int poison) throws InterruptedException {
		StreamQueue<String> queue = streams.get(name, String.class,
				WorkQueueSettings.defaults().withBackoff(Duration.ofMillis(10), Duration.ofMillis(50)));
		List<String> messages = new ArrayList<>(StreamQueueTests.numbers(MESSAGES));
		for (int i = 0; i < poison; i++) {
			messages.add(i * (MESSAGES / POISON), "poison");
		}
		AtomicInteger attempts = new AtomicInteger();
		CountDownLatch good = new CountDownLatch(MESSAGES);
		queue.publishAll(messages);
		long from = System.nanoTime();
		QueueSubscription subscription = queue.subscribe((delivery) -> {
			if (delivery.value().equals("poison")) {
				attempts.incrementAndGet();
				throw new IllegalStateException();
			}
			good.countDown();
		}, SubscribeOptions.concurrency(8).withPrefetch(500));
		assertThat(good.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		double speed = MESSAGES * 1e9 / (System.nanoTime() - from);
		await().atMost(PATIENCE).until(() -> queue.stats().depth() == 0);
		assertThat(attempts).hasValue(5 * poison);
		assertThat(queue.deadLetters().list(100)).hasSize(poison)
			.allSatisfy((letter) -> assertThat(letter.deliveries()).isEqualTo(5));
		assertThat(subscription.stop(PATIENCE)).isTrue();
		return speed;
	}

	private static double median(List<Double> speeds) {
		return speeds.stream().sorted().skip(speeds.size() / 2).findFirst().orElseThrow();
	}

}
