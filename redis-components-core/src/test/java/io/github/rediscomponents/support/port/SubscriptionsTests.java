// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.support.port.CommandPort.Subscription;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Listeners that come and go on one channel.
 */
@Timeout(240)
class SubscriptionsTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final RedisServer server = RedisServer.start();

	private final CommandPort port = TestPorts.open(this.server);

	@AfterEach
	void close() {
		this.port.close();
		this.server.close();
	}

	@Test
	void whoComesLaterIsSubscribedWithoutTheOthersHearingOfAReconnect() {
		Hearer first = new Hearer();
		this.port.subscribe("channel", first);
		await().atMost(PATIENCE).untilAtomic(first.subscribed, org.hamcrest.Matchers.is(1));
		List<Hearer> later = new ArrayList<>();
		for (int i = 0; i < 20; i++) {
			Hearer next = new Hearer();
			later.add(next);
			this.port.subscribe("channel", next);
		}
		say("a");
		await().atMost(PATIENCE).until(() -> later.stream().allMatch((hearer) -> hearer.heard.contains("a")));
		assertThat(later).allSatisfy((hearer) -> assertThat(hearer.subscribed).hasValue(1));
		assertThat(first.subscribed).hasValue(1);
		assertThat(this.server.commandCalls()).containsEntry("subscribe", 1L);
		this.server.command("CLIENT", "KILL", "TYPE", "pubsub");
		await().atMost(PATIENCE)
			.until(() -> first.subscribed.get() == 2
					&& later.stream().allMatch((hearer) -> hearer.subscribed.get() == 2));
	}

	@Test
	void aListenerThatComesWhileTheLastGoesIsSubscribed() {
		for (int round = 0; round < 300; round++) {
			String channel = "channel" + round;
			Hearer leaving = new Hearer();
			Subscription subscription = this.port.subscribe(channel, leaving);
			Hearer coming = new Hearer();
			Concurrently.run(List.<java.util.concurrent.Callable<Boolean>>of(() -> {
				subscription.close();
				return true;
			}, () -> {
				this.port.subscribe(channel, coming);
				return true;
			}));
			await().atMost(PATIENCE)
				.pollInterval(Duration.ofMillis(1))
				.until(() -> coming.subscribed.get() > 0 && channels().contains(channel));
			this.port.call((commands) -> commands.publish(channel, Utf8.bytes("x")));
			await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> coming.heard.contains("x"));
			assertThat(coming.subscribed).hasValue(1);
		}
	}

	@Test
	void whatNobodyListensToAnyMoreIsUnsubscribed() {
		Hearer hearer = new Hearer();
		Concurrently.repeat(8, 50, () -> {
			Subscription subscription = this.port.subscribe("channel", hearer);
			subscription.close();
			subscription.close();
		});
		await().atMost(PATIENCE).until(() -> channels().isEmpty());
		this.port.subscribe("channel", hearer);
		await().atMost(PATIENCE).until(() -> channels().contains("channel"));
		say("still");
		await().atMost(PATIENCE).until(() -> hearer.heard.contains("still"));
	}

	private void say(String message) {
		this.port.call((commands) -> commands.publish("channel", Utf8.bytes(message)));
	}

	private List<String> channels() {
		return ((List<?>) java.util.Objects.requireNonNull(this.server.command("PUBSUB", "CHANNELS"))).stream()
			.map(String::valueOf)
			.toList();
	}

	private static final class Hearer implements ChannelListener {

		final AtomicInteger subscribed = new AtomicInteger();

		final Queue<String> heard = new ConcurrentLinkedQueue<>();

		@Override
		public void message(byte[] message) {
			this.heard.add(Utf8.text(message));
		}

		@Override
		public void subscribed() {
			this.subscribed.incrementAndGet();
		}

	}

	@Test
	void aListenerThatFailsWithAnErrorKeepsNoOtherFromHearing() {
		Hearer before = new Hearer();
		Hearer after = new Hearer();
		this.port.subscribe("channel", before);
		this.port.subscribe("channel", new ChannelListener() {

			@Override
			public void message(byte[] message) {
				throw new NoClassDefFoundError("lost");
			}

			@Override
			public void subscribed() {
				throw new StackOverflowError();
			}

			@Override
			public void lost() {
				throw new StackOverflowError();
			}

		});
		this.port.subscribe("channel", after);
		await().atMost(PATIENCE).until(() -> before.subscribed.get() == 1 && after.subscribed.get() == 1);
		say("a");
		await().atMost(PATIENCE).until(() -> before.heard.contains("a") && after.heard.contains("a"));
		this.server.command("CLIENT", "KILL", "TYPE", "pubsub");
		await().atMost(PATIENCE).until(() -> before.subscribed.get() == 2 && after.subscribed.get() == 2);
	}

}
