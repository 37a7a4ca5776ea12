// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.Overflow;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.LiveDeclaration;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Ids that outlive their messages, groups that outlive their consumers, and what keeps a
 * queue full.
 */
@StandaloneAndCluster
@Tag("contract")
@Timeout(180)
class StreamGroupTests extends StreamQueueFixture {

	private static final WorkQueueSettings ALL_GROUPS = QUICK.withRetention(TrimPolicy.ALL_GROUPS);

	private static final PublishOptions ID = PublishOptions.id("order-7");

	private final Map<String, Integer> disbanded = new java.util.concurrent.ConcurrentHashMap<>();

	StreamGroupTests(RedisTopology topology) {
		super(topology);
	}

	@Override
	protected QueueObserver observer() {
		return new QueueObserver() {

			@Override
			public void disbanded(Source queue, String group) {
				StreamGroupTests.this.disbanded.merge(group, 1, Integer::sum);
			}

		};
	}

	@Test
	void everyTaskIsDoneAlthoughAnyKeyButTheStreamIsLost() {
		WorkQueueSettings traced = QUICK.withTrace(true).withMaxDeliveries(50);
		StreamQueue<String> queue = queue(traced);
		String key = queue.streamKey();
		Map<String, Integer> attempts = new java.util.concurrent.ConcurrentHashMap<>();
		Queue<String> done = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> {
			if (attempts.merge(delivery.value(), 1, Integer::sum) < 3) {
				throw new IllegalStateException("later");
			}
			done.add(delivery.value());
		}, SubscribeOptions.concurrency(4));
		List<String> parts = List.of(":retry:workers", ":trace:workers", ":unread:workers", ":ids", ":windows", ":dead",
				":dropped");
		for (int i = 0; i < 140; i++) {
			queue.publish("task " + i, PublishOptions.id("id" + i));
			command(key, "DEL", key + parts.get(i % parts.size()));
		}
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(new java.util.HashSet<>(done)).hasSize(140);
			assertThat(queue.stats().depth()).isZero();
		});
		assertThat(queue.deadLetters().size()).isZero();
	}

	@Test
	void anIdIsFreeAgainWhenItsQueueIsPurged() {
		StreamQueue<String> queue = queue(QUICK.withDedupeWindow(Duration.ofDays(30)));
		queue.publish("a", ID);
		assertThat(queue.publish("a", ID).duplicate()).isTrue();
		assertThat(queue.purge()).isEqualTo(1);
		assertThat(queue.publish("a", ID).duplicate()).isFalse();
		assertThat(queue.publish("a", ID).duplicate()).isTrue();
		assertThat(queue.stats().depth()).isEqualTo(1);
	}

	@Test
	void anIdIsFreeAgainWhenItsQueueIsRetired() throws InterruptedException {
		TaskQueue<String> tasks = tasks(PATIENT.withDedupeWindow(Duration.ofDays(30)));
		tasks.enqueue("a", ID);
		TaskLease<String> lease = tasks.poll(PATIENCE).orElseThrow();
		assertThat(lease.ack()).isEqualTo(Settlement.ACKNOWLEDGED);
		assertThat(tasks.enqueue("a", ID).duplicate()).as("the task was done within the window").isTrue();
		StreamQueue<String> queue = queue(PATIENT.withDedupeWindow(Duration.ofDays(30)));
		queue.publish("a", ID);
		queue.purge();
		queue.publish("a", PublishOptions.id("other"));
		assertThat(queue.retire()).isFalse();
		queue.purge();
		assertThat(queue.retire()).isTrue();
		String key = queue.streamKey();
		for (String part : List.of("", ":ids", ":windows")) {
			assertThat(number(key, "EXISTS", key + part)).isZero();
		}
		assertThat(queue.publish("a", ID).duplicate()).isFalse();
	}

	@Test
	void anIdIsFreeAgainWhenItsMessageIsDropped() {
		for (Overflow overflow : List.of(Overflow.DROP_OLDEST, Overflow.DROP_PENDING)) {
			StreamQueue<String> queue = queue(QUICK.withMaxLength(2, overflow).withDedupeWindow(Duration.ofDays(30)));
			queue.publish("a", ID);
			queue.publish("b", PublishOptions.id("b"));
			queue.publish("c");
			assertThat(queue.publish("b", PublishOptions.id("b")).duplicate()).isTrue();
			assertThat(queue.publish("a", ID).duplicate()).isFalse();
			assertThat(queue.publish("a", ID).duplicate()).isTrue();
			queue.purge();
		}
	}

	@Test
	void idsOfAStreamThatIsGoneRefuseNothing() {
		StreamQueue<String> queue = queue(PATIENT.withDedupeWindow(Duration.ofDays(30)));
		String key = queue.streamKey();
		queue.publish("a", ID);
		command(key, "DEL", key);
		assertThat(queue.publish("a", ID).duplicate()).isFalse();
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).until(() -> seen.size() == 1);
		command(key, "DEL", key);
		// The consumer brings the stream back.
		await().atMost(PATIENCE).until(() -> number(key, "EXISTS", key) == 1);
		assertThat(queue.publish("a", ID).duplicate()).isFalse();
		await().atMost(PATIENCE).until(() -> seen.size() == 2);
	}

	@Test
	void oneOfTheKeysOfIdsIsLost() {
		StreamQueue<String> queue = queue(QUICK.withDedupeWindow(Duration.ofDays(30)));
		String key = queue.streamKey();
		for (String part : List.of(":ids", ":windows")) {
			queue.publish("a", ID);
			command(key, "DEL", key + part);
			assertThat(queue.publish("a", ID).duplicate()).isFalse();
			assertThat(queue.publish("a", ID).duplicate()).isTrue();
			assertThat(number(key, "HLEN", key + ":ids")).isEqualTo(1);
			assertThat(number(key, "ZCARD", key + ":windows")).isEqualTo(1);
		}
	}

	@Test
	void idsAreForgottenAlsoIfOneOfTheirKeysWasLostAndTheWindowBecameShorter() {
		LiveSettings<WorkQueueSettings> settings = new LiveSettings<>(QUICK.withDedupeWindow(Duration.ofDays(30)));
		StreamQueue<String> queue = StreamQueues
			.create(port(), new KeySpace("test"), ValueCodecs.json(), this.background,
					LiveDeclaration.of(this.name, settings))
			.get(this.name, String.class);
		String key = queue.streamKey();
		for (String part : List.of(":ids", ":windows")) {
			settings.swap(QUICK.withDedupeWindow(Duration.ofDays(30)));
			queue.publish("a", ID);
			settings.swap(QUICK.withDedupeWindow(Duration.ofHours(1)));
			command(key, "DEL", key + part);
			queue.publish("b", PublishOptions.id("b"));
			assertThat(number(key, "PTTL", key + ":ids")).isPositive();
			assertThat(number(key, "PTTL", key + ":windows")).isPositive();
		}
	}

	@Test
	void idsWhoseWindowIsOverTakeNoMemory() {
		StreamQueue<String> queue = queue(QUICK.withDedupeWindow(Duration.ofMillis(200)));
		String key = queue.streamKey();
		for (int i = 0; i < 100; i++) {
			queue.publish("a", PublishOptions.id("id" + i));
		}
		await().atMost(PATIENCE)
			.until(() -> number(key, "EXISTS", key + ":ids") == 0 && number(key, "EXISTS", key + ":windows") == 0);
	}

	@Test
	void aQueueIsNotFullOfWhatEveryGroupHasAcknowledged() {
		for (Overflow overflow : List.of(Overflow.REJECT, Overflow.DROP_OLDEST)) {
			StreamQueue<String> queue = queue(ALL_GROUPS.withMaxLength(3, overflow));
			String key = queue.streamKey();
			for (String group : List.of("one", "two")) {
				command(key, "XGROUP", "CREATE", key, group, "0", "MKSTREAM");
			}
			queue.publishAll(List.of("a", "b", "c"));
			readAndAcknowledge(key, "one", 3);
			readAndAcknowledge(key, "two", 2);
			assertThat(number(key, "XLEN", key)).isEqualTo(3);
			queue.publishAll(List.of("d", "e"));
			assertThat(number(key, "XLEN", key)).isEqualTo(3);
			assertThat(queue.groups()).extracting(GroupStats::name).containsExactly("one", "two");
			assertThat(queue.stats("two").depth()).isEqualTo(3);
			if (overflow == Overflow.REJECT) {
				assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> queue.publish("f"))
					.satisfies((ex) -> assertThat(ex.group()).contains("two"))
					.withMessageContaining("'two'");
			}
			assertThat(queue.removeGroup("one")).isTrue();
			assertThat(queue.removeGroup("two")).isTrue();
			queue.purge();
			assertThat(queue.retire()).isTrue();
		}
	}

	@Test
	void aQueueOfManyGroupsIsPurgedAndRetired() {
		StreamQueue<String> queue = queue(QUICK);
		String key = queue.streamKey();
		queue.publish("a");
		command(key, "EVAL", "for i = 1, 2500 do redis.call('XGROUP', 'CREATE', KEYS[1], 'g' .. i, '0') end", "1", key);
		assertThat(queue.purge()).isEqualTo(1);
		assertThat(queue.retire()).isTrue();
		assertThat(number(key, "EXISTS", key)).isZero();
	}

	private void readAndAcknowledge(String key, String group, int n) {
		List<String> ids = new ArrayList<>();
		List<?> reply = list(key, "XREADGROUP", "GROUP", group, "raw", "COUNT", String.valueOf(n), "STREAMS", key, ">");
		((List<?>) ((List<?>) reply.get(0)).get(1))
			.forEach((entry) -> ids.add(String.valueOf(((List<?>) entry).get(0))));
		ids.forEach((id) -> command(key, "XACK", key, group, id));
	}

	@Test
	void aForgottenGroupRefusesNobodyForEver() {
		StreamQueue<String> queue = queue(
				ALL_GROUPS.withMaxLength(3, Overflow.REJECT).withGroupTtl(Duration.ofSeconds(2)));
		String key = queue.streamKey();
		Queue<String> seen = new ConcurrentLinkedQueue<>();
		queue.subscribe((delivery) -> seen.add(delivery.value()), SubscribeOptions.DEFAULTS.withGroup("used"));
		command(key, "XGROUP", "CREATE", key, "forgotten", "0", "MKSTREAM");
		queue.publishAll(List.of("a", "b", "c"));
		assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> queue.publish("d"))
			.satisfies((ex) -> assertThat(ex.group()).contains("forgotten"));
		await().atMost(PATIENCE).ignoreException(QueueFullException.class).until(() -> queue.publish("d") != null);
		assertThat(queue.groups()).extracting(GroupStats::name).containsExactly("used");
		assertThat(this.disbanded).isEqualTo(Map.of("forgotten", 1));
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(seen).containsExactly("a", "b", "c", "d"));
	}

	@Test
	void aQueueThatDropsKeepsItsOwnGroupAndWhatThatWasGiven() {
		StreamQueue<String> queue = queue(
				QUICK.withMaxLength(2, Overflow.DROP_OLDEST).withGroupTtl(Duration.ofSeconds(1)));
		String key = queue.streamKey();
		queue.publishAll(List.of("a", "b"));
		command(key, "XGROUP", "CREATE", key, "workers", "0");
		command(key, "XREADGROUP", "GROUP", "workers", "gone", "COUNT", "2", "STREAMS", key, ">");
		await().atMost(PATIENCE).until(() -> queue.groups().get(0).idle().toMillis() > 1500);
		assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> queue.publish("c"))
			.satisfies((ex) -> assertThat(ex.group()).isEmpty());
		assertThat(this.disbanded).isEmpty();
		assertThat(queue.stats().pending()).isEqualTo(2);
	}

	@Test
	void aGroupWhoseConsumerWorksIsNotForgotten() {
		StreamQueue<String> queue = queue(
				ALL_GROUPS.withMaxLength(2, Overflow.REJECT).withGroupTtl(Duration.ofSeconds(1)));
		java.util.concurrent.CountDownLatch go = new java.util.concurrent.CountDownLatch(1);
		queue.subscribe((delivery) -> go.await(), SubscribeOptions.DEFAULTS.withGroup("slow"));
		queue.publishAll(List.of("a", "b"));
		await().atMost(PATIENCE).until(() -> queue.stats("slow").oldest().toMillis() > 3000);
		assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> queue.publish("c"));
		assertThat(queue.groups()).singleElement().satisfies((group) -> {
			assertThat(group.name()).isEqualTo("slow");
			assertThat(group.lag() + group.pending()).isEqualTo(2);
			assertThat(group.consumers()).isEqualTo(1);
			assertThat(group.isForgotten(Duration.ofSeconds(3))).isFalse();
		});
		go.countDown();
	}

	@Test
	void aGroupWhoseConsumerWaitsIsNotForgotten() {
		StreamQueue<String> queue = queue(ALL_GROUPS.withMaxLength(1, Overflow.REJECT)
			.withBackoff(Duration.ofHours(1), Duration.ofHours(1))
			.withGroupTtl(Duration.ofSeconds(4)));
		queue.subscribe((delivery) -> {
			throw new IllegalStateException("later");
		}, SubscribeOptions.DEFAULTS.withGroup("patient"));
		queue.publish("a");
		// Its consumer has nothing to do meanwhile but to wait.
		await().atMost(PATIENCE).until(() -> queue.stats("patient").oldest().toMillis() > 9000);
		assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> queue.publish("b"));
		assertThat(this.disbanded).isEmpty();
		assertThat(queue.groups()).singleElement()
			.satisfies((group) -> assertThat(group.isForgotten(Duration.ofSeconds(4))).isFalse());
	}

	@Test
	void saysOnceWhichGroupNobodyConsumesFor() {
		StreamQueue<String> queue = queue(ALL_GROUPS.withConsumerTtl(Duration.ofSeconds(1)));
		String key = queue.streamKey();
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.queue")) {
			queue.subscribe((delivery) -> {
			}, SubscribeOptions.DEFAULTS.withGroup("used"));
			command(key, "XGROUP", "CREATE", key, "forgotten", "0", "MKSTREAM");
			queue.publishAll(List.of("a", "b", "c"));
			await().atMost(PATIENCE).until(() -> warned(log).size() == 1);
			assertThat(warned(log).get(0)).contains(this.name, "keeps 3 messages");
			await().atMost(PATIENCE).until(() -> queue.stats("forgotten").oldest().toMillis() > 4500);
			assertThat(warned(log)).hasSize(1);
		}
	}

	private static List<String> warned(CapturedLog log) {
		return log.lines().stream().filter((line) -> line.contains(" has no consumer for group 'forgotten'")).toList();
	}

	@Test
	void listsGroupsAndRemovesThem() {
		StreamQueue<String> queue = queue(ALL_GROUPS);
		String key = queue.streamKey();
		assertThat(queue.groups()).isEmpty();
		assertThat(queue.removeGroup("none")).isFalse();
		queue.publishAll(List.of("a", "b", "c"));
		command(key, "XGROUP", "CREATE", key, "audit", "0");
		command(key, "XREADGROUP", "GROUP", "audit", "raw", "COUNT", "1", "STREAMS", key, ">");
		command(key, "ZADD", key + ":retry:audit", "1", "1-1");
		assertThat(queue.groups()).singleElement().satisfies((group) -> {
			assertThat(group.name()).isEqualTo("audit");
			assertThat(group.lag()).isEqualTo(2);
			assertThat(group.pending()).isEqualTo(1);
			assertThat(group.consumers()).isEqualTo(1);
		});
		assertThat(queue.removeGroup("audit")).isTrue();
		assertThat(queue.groups()).isEmpty();
		assertThat(number(key, "EXISTS", key + ":retry:audit")).isZero();
	}

	@Test
	void purgingClearsWhatEveryGroupHas() {
		StreamQueue<String> queue = queue(ALL_GROUPS);
		String key = queue.streamKey();
		queue.publishAll(List.of("a", "b"));
		for (String group : List.of("mail", "audit")) {
			command(key, "XGROUP", "CREATE", key, group, "0");
			command(key, "ZADD", key + ":retry:" + group, "1", "1-1");
			command(key, "HSET", key + ":trace:" + group, "1-1", "1 enqueued");
			command(key, "ZADD", key + ":unread:" + group, "1", "1-1");
		}
		assertThat(queue.purge()).isEqualTo(2);
		for (String group : List.of("mail", "audit")) {
			for (String part : List.of(":retry:", ":trace:", ":unread:")) {
				assertThat(number(key, "EXISTS", key + part + group)).isZero();
			}
			assertThat(queue.stats(group).depth()).isZero();
		}
	}

	@Test
	void saysHowManyOfABatchWerePublishedWhenTheQueueIsFull() {
		StreamQueue<String> queue = queue(QUICK.withMaxLength(700, Overflow.REJECT));
		List<String> messages = StreamQueueTests.numbers(1300);
		assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> queue.publishAll(messages))
			.satisfies((ex) -> assertThat(ex.progress()).contains(new BatchProgress(500, 0, 800)));
		assertThat(queue.stats().depth()).isEqualTo(500);
	}

}
