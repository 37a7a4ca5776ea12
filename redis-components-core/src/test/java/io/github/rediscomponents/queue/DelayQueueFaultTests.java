// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.delay.ScheduleOptions;
import io.github.rediscomponents.queue.delay.ScheduleRequest;
import io.github.rediscomponents.queue.delay.Scheduled.Status;
import io.github.rediscomponents.queue.delay.Scheduled;
import io.github.rediscomponents.queue.delay.WaitingTask;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What happens to delay queues when replies are lost and the server goes away.
 */
@Timeout(180)
class DelayQueueFaultTests {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	private static final Duration HOUR = Duration.ofHours(1);

	private final RedisServer server = RedisServer.builder()
		.setting("appendonly", "yes")
		.setting("appendfsync", "always")
		.start();

	private final RedisProxy proxy = RedisProxy.to(this.server);

	private final Background background = new Background();

	private final List<StreamQueues> processes = new ArrayList<>();

	private final List<CommandPort> ports = new ArrayList<>();

	/** All that it sends goes through the proxy. */
	private final DelayQueue<String> shaky = queue(this.proxy.uri());

	private final DelayQueue<String> steady = queue(this.server.uri());

	@AfterEach
	void close() {
		this.processes.forEach((process) -> process.stop(Duration.ofSeconds(2)));
		this.background.close();
		this.ports.forEach(CommandPort::close);
		this.proxy.close();
		this.server.close();
	}

	@Test
	void aTaskThatWasHandedOverBeforeItsLostReplyIsNotScheduledAgain() {
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		// Nothing comes again because a slow machine took long for it.
		DelayQueue<String> patient = queue(this.server.uri(), Duration.ofSeconds(10), Duration.ofSeconds(30));
		patient.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		assertThat(this.shaky.size()).isZero();
		for (int i = 0; i < 5; i++) {
			this.proxy.swallowNextReply();
			assertThat(this.shaky.schedule("t" + i, Duration.ZERO, ScheduleOptions.id("same")).status())
				.isEqualTo(Status.SCHEDULED);
			int expected = i + 1;
			await().atMost(PATIENCE).until(() -> seen.size() >= expected);
		}
		this.proxy.swallowNextReply();
		List<ScheduleRequest<String>> bulk = IntStream.range(0, 1200)
			.mapToObj((i) -> ScheduleRequest.after("b" + i, Duration.ZERO))
			.toList();
		assertThat(this.shaky.scheduleAll(bulk)).allMatch((result) -> result.status() == Status.SCHEDULED);
		await().atMost(PATIENCE).until(() -> this.steady.size() == 0 && seen.size() >= 1205);
		assertThat(this.proxy.swallowedReplies()).isEqualTo(6);
		await().during(Duration.ofMillis(300)).until(() -> seen.size() == 1205);
		assertThat(Set.copyOf(seen)).hasSize(1205);
	}

	@Test
	void saysHowManyOfABatchMayBeScheduledWhenTheServerHangs() {
		assertThat(this.steady.size()).isZero();
		DelayQueue<String> hasty = queue(this.server.uri(), Duration.ofSeconds(2));
		// To connect for the first time may take longer than that.
		await().atMost(PATIENCE).ignoreExceptions().until(() -> hasty.size() == 0);
		List<ScheduleRequest<String>> bulk = IntStream.range(0, 20_000)
			.mapToObj((i) -> ScheduleRequest.after("b" + i, HOUR))
			.toList();
		this.server.pause();
		try {
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> hasty.scheduleAll(bulk))
				.satisfies((ex) -> {
					assertThat(ex.outcome()).isEqualTo(RedisUnavailableException.Outcome.UNKNOWN);
					assertThat(ex.progress()).hasValueSatisfying((progress) -> {
						assertThat(progress.total()).isEqualTo(20_000);
						assertThat(progress.done()).isZero();
						assertThat(progress.unknown()).isPositive();
						assertThat(progress.notDone()).as("parts that were not sent").isPositive();
					});
				});
		}
		finally {
			this.server.resume();
		}
		assertThat(this.steady.scheduleAll(bulk)).hasSize(20_000);
	}

	@Test
	void cancellingAndReschedulingTellTheTruthWhenTheirRepliesAreLost() {
		this.steady.schedule("a", HOUR, ScheduleOptions.id("a"));
		this.steady.schedule("b", HOUR, ScheduleOptions.id("b"));
		assertThat(this.shaky.size()).isEqualTo(2);
		this.proxy.swallowNextReply();
		assertThat(this.shaky.cancel("a")).isTrue();
		this.proxy.swallowNextReply();
		assertThat(this.shaky.reschedule("b", HOUR.multipliedBy(2))).isPresent();
		this.proxy.swallowNextReply();
		assertThat(this.shaky.schedule("c", HOUR, ScheduleOptions.replacing("b")).status()).isEqualTo(Status.REPLACED);
		assertThat(this.proxy.swallowedReplies()).isEqualTo(3);
		assertThat(this.steady.peek(5)).extracting(WaitingTask::id).containsExactly("b");
		assertThat(this.steady.peek("b").orElseThrow().value()).contains("c");
		// What an operation did is remembered for no longer than it can be repeated.
		assertThat(this.server.command("KEYS", "*:op:*")).asInstanceOf(InstanceOfAssertFactories.LIST)
			.allSatisfy((
					key) -> assertThat(Long.parseLong(String.valueOf(this.server.command("PTTL", String.valueOf(key)))))
						.isBetween(1L, 20_000L));
	}

	@Test
	void promotionsWithLostRepliesHandEverythingOverOnce() {
		Map<String, Set<String>> entries = new ConcurrentHashMap<>();
		this.shaky
			.subscribe((delivery) -> entries.computeIfAbsent(delivery.value(), (none) -> ConcurrentHashMap.newKeySet())
				.add(delivery.entryId()), SubscribeOptions.concurrency(2));
		await().atMost(PATIENCE)
			.until(() -> "1".equals(String.valueOf(this.server.command("EXISTS", "test:delay:{work}"))));
		for (int i = 1; i <= 10; i++) {
			int lost = i;
			int before = entries.size();
			this.steady.scheduleAll(IntStream.range(0, 200)
				.mapToObj((n) -> ScheduleRequest.after("t" + lost + "-" + n, Duration.ofMillis(50 + n)))
				.toList());
			this.proxy.swallowNextReply();
			await().atMost(PATIENCE).until(() -> this.proxy.swallowedReplies() == lost && entries.size() > before + 20);
		}
		// What a lost reply had delivered comes again after the visibility.
		await().atMost(PATIENCE).until(() -> entries.size() == 2000);
		assertThat(this.proxy.swallowedReplies()).isEqualTo(10);
		assertThat(entries.values()).allMatch((ids) -> ids.size() == 1);
		assertThat(this.steady.size()).isZero();
	}

	@Test
	void goesOnAfterKilledConnections() {
		Set<String> seen = ConcurrentHashMap.newKeySet();
		this.shaky.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		this.steady.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		int sent = 0;
		for (String type : List.of("pubsub", "normal", "pubsub", "normal")) {
			String task = "t" + sent++;
			this.server.command("CLIENT", "KILL", "TYPE", type, "SKIPME", "yes");
			this.proxy.cut();
			this.steady.schedule(task, Duration.ofMillis(50));
			await().atMost(PATIENCE).until(() -> seen.contains(task));
		}
	}

	@Test
	void goesOnWithinTwoSecondsAfterTheServerIsUpAgain() {
		Map<String, Delivery<String>> seen = new ConcurrentHashMap<>();
		this.steady.subscribe((delivery) -> seen.put(delivery.value(), delivery), SubscribeOptions.DEFAULTS);
		Scheduled meanwhile = this.steady.schedule("meanwhile", Duration.ofMillis(200));
		Scheduled later = this.steady.schedule("later", Duration.ofSeconds(4));
		this.server.kill();
		this.server.restart();
		long up = System.nanoTime();
		await().atMost(PATIENCE).until(() -> seen.containsKey("meanwhile"));
		assertThat(Duration.ofNanos(System.nanoTime() - up)).isLessThan(StreamQueueFixture.SOON);
		await().atMost(PATIENCE).until(() -> seen.containsKey("later"));
		assertThat(seen.get("meanwhile").publishedAt()).isAfterOrEqualTo(meanwhile.due());
		assertThat(seen.get("later").publishedAt()).isBetween(later.due(), later.due().plus(StreamQueueFixture.SOON));
	}

	@Test
	void manyQueuesShareOneConnectionForAnnouncementsAndOneForReading() {
		this.steady.schedule("up", HOUR);
		int before = clients();
		Set<String> seen = ConcurrentHashMap.newKeySet();
		StreamQueues process = process(this.server.uri());
		DelayQueues queues = DelayQueues.create(process, new LiveSettings<>(Map.of()));
		List<DelayQueue<String>> many = IntStream.range(0, 20)
			.mapToObj((i) -> queues.get("q" + i, String.class, WorkQueueSettings.defaults()))
			.toList();
		many.forEach((queue) -> queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS));
		many.forEach((queue) -> queue.schedule(queue.name(), Duration.ofMillis(20)));
		await().atMost(PATIENCE).until(() -> seen.size() == 20);
		// One for commands, one for announcements, one that waits for entries.
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(clients()).isEqualTo(before + 3);
			assertThat(String.valueOf(this.server.command("PUBSUB", "CHANNELS"))).isEqualTo("[test:delay:channel:due]");
		});
		assertThat(process.stop(PATIENCE)).isTrue();
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(clients()).isEqualTo(before + 2));
		await().atMost(PATIENCE).until(() -> String.valueOf(this.server.command("PUBSUB", "CHANNELS")).equals("[]"));
		assertThat(many).allMatch(DelayQueue::retire);
	}

	private int clients() {
		return (int) String.valueOf(this.server.command("CLIENT", "LIST")).lines().count();
	}

	private StreamQueues process(String uri) {
		return process(uri, Duration.ofSeconds(10));
	}

	private StreamQueues process(String uri, Duration timeout) {
		CommandPort port = TestPorts.open(uri, timeout);
		this.ports.add(port);
		StreamQueues made = StreamQueues.create(port, new KeySpace("test"), ValueCodecs.json(), this.background,
				new LiveSettings<>(Map.of()));
		this.processes.add(made);
		return made;
	}

	private DelayQueue<String> queue(String uri) {
		return queue(uri, Duration.ofSeconds(10));
	}

	private DelayQueue<String> queue(String uri, Duration timeout) {
		return queue(uri, timeout, Duration.ofSeconds(2));
	}

	private DelayQueue<String> queue(String uri, Duration timeout, Duration visibility) {
		return DelayQueues.create(process(uri, timeout), new LiveSettings<>(Map.of()))
			.get("work", String.class, WorkQueueSettings.defaults().withVisibility(visibility));
	}

}
