// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.lock.lettuce.LettuceLocks;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.delay.ScheduleOptions;
import io.github.rediscomponents.queue.delay.Scheduled;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A user without the right to any channel, as Redis 7 creates users.
 */
@Timeout(240)
class AnnouncementRightsTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final Duration HOUR = Duration.ofHours(1);

	private final RedisServer server = RedisServer.start();

	private final Background background = new Background();

	private final CommandPort port = portOfUserWithoutChannels();

	private CommandPort portOfUserWithoutChannels() {
		this.server.command("ACL", "SETUSER", "app", "on", ">secret", "~*", "resetchannels", "+@all");
		return TestPorts.open(this.server.uri().replace("redis://", "redis://app:secret@"));
	}

	@AfterEach
	void close() {
		this.background.close();
		this.port.close();
		this.server.close();
	}

	@Test
	void whatADelayQueueDoesIsDoneAndToldAlthoughItsAnnouncementIsRefused() {
		StreamQueues streams = StreamQueues.create(this.port, new KeySpace("test"), ValueCodecs.json(), this.background,
				new LiveSettings<>(Map.of()));
		DelayQueue<String> queue = DelayQueues.create(streams, new LiveSettings<>(Map.of()))
			.get("mail", String.class, WorkQueueSettings.defaults());
		long began = System.nanoTime();
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.support")) {
			assertThat(queue.schedule("a", HOUR, ScheduleOptions.id("a")).status())
				.isEqualTo(Scheduled.Status.SCHEDULED);
			assertThat(queue.schedule("b", Duration.ofMinutes(1), ScheduleOptions.id("b")).status())
				.isEqualTo(Scheduled.Status.SCHEDULED);
			assertThat(queue.reschedule("b", Duration.ofHours(2))).isPresent();
			assertThat(queue.cancel("a")).isTrue();
			assertThat(queue.cancel("a")).isFalse();
			assertThat(queue.purge()).isEqualTo(1);
			Queue<String> seen = new ConcurrentLinkedQueue<>();
			queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
			queue.schedule("c", Duration.ofMillis(300), ScheduleOptions.DEFAULTS);
			await().atMost(PATIENCE).untilAsserted(() -> assertThat(seen).containsExactly("c"));
			for (int i = 0; i < 10; i++) {
				queue.schedule("d", Duration.ofMillis(1), ScheduleOptions.DEFAULTS);
			}
			// A line each ten seconds at most.
			assertThat(log.lines()).filteredOn((line) -> line.startsWith("WARN Script delay/schedule was executed"))
				.hasSizeBetween(1, 1 + (int) (Duration.ofNanos(System.nanoTime() - began).toSeconds() / 10));
		}
		finally {
			streams.stop(PATIENCE);
		}
	}

	@Test
	void aLockIsHandedOverAlthoughItsAnnouncementIsRefused() throws Exception {
		LiveSettings<LockSettings> settings = new LiveSettings<>(LockSettings.defaults());
		try (DistributedLock first = locks(settings); DistributedLock second = locks(settings)) {
			for (boolean fair : List.of(false, true)) {
				Lease held = (fair ? first.fair("x") : first.get("y")).acquire();
				FutureTask<Lease> waiting = new FutureTask<>(
						() -> (fair ? second.fair("x") : second.get("y")).acquire());
				new Thread(waiting, "waiting").start();
				String key = new KeySpace("test").key("lock", fair ? "x" : "y");
				await().atMost(PATIENCE)
					.until(() -> fair ? !Long.valueOf(0).equals(this.server.command("ZCARD", key + ":waiters"))
							: this.server.command("HGET", key, "w") != null);
				assertThat(held.release()).isEqualTo(ReleaseResult.RELEASED);
				assertThat(waiting.get().release()).isEqualTo(ReleaseResult.RELEASED);
			}
		}
	}

	private DistributedLock locks(LiveSettings<LockSettings> settings) {
		return LettuceLocks.create(this.port, new KeySpace("test"), settings, this.background, LockObserver.NONE);
	}

	@Test
	void aRefusedSubscriptionIsLoggedOnceAndHoldsWhenTheRightIsGranted() {
		AtomicBoolean subscribed = new AtomicBoolean();
		CountDownLatch heard = new CountDownLatch(1);
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.support")) {
			this.port.subscribe("news", new ChannelListener() {

				@Override
				public void message(byte[] message) {
					heard.countDown();
				}

				@Override
				public void subscribed() {
					subscribed.set(true);
				}

			});
			await().atMost(PATIENCE).until(() -> refusedSubscriptions() >= 3);
			assertThat(log.lines()).filteredOn((line) -> line.contains("news")).singleElement().satisfies((line) -> {
				assertThat(line).startsWith("WARN The server refuses the subscription to channel news");
			});
		}
		this.server.command("ACL", "SETUSER", "app", "allchannels");
		await().atMost(PATIENCE).untilTrue(subscribed);
		this.server.command("PUBLISH", "news", "x");
		await().atMost(PATIENCE).until(() -> heard.getCount() == 0);
	}

	@Test
	void refusedSubscriptionsAreRepeatedAfterGrowingPauses() {
		long began = System.nanoTime();
		this.port.subscribe("news", (message) -> {
		});
		await().atMost(PATIENCE).until(() -> refusedSubscriptions() >= 4);
		// 0.5, 1 and 2 seconds.
		assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(3500));
	}

	private long refusedSubscriptions() {
		String stats = String.valueOf(this.server.command("INFO", "commandstats"));
		return stats.lines()
			.filter((line) -> line.startsWith("cmdstat_subscribe:"))
			.mapToLong((line) -> Long.parseLong(line.replaceAll(".*rejected_calls=(\\d+).*", "$1")))
			.sum();
	}

}
