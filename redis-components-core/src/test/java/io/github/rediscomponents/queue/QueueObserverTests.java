// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.Overflow;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What observers hear of queues, and purging.
 */
@StandaloneAndCluster
@Tag("contract")
@Timeout(180)
class QueueObserverTests extends StreamQueueFixture {

	private final Heard heard = new Heard();

	QueueObserverTests(RedisTopology topology) {
		super(topology);
	}

	@Override
	protected QueueObserver observer() {
		return this.heard;
	}

	@Test
	void everyDeliveryIsSettledAndCountedOnce() {
		StreamQueue<String> queue = queue(PATIENT.withMaxDeliveries(3));
		queue.publishAll(List.of("ok", "ok", "ok", "ok", "ok", "ok", "second", "second", "never", "poison"));
		queue.publish("ok", PublishOptions.id("a"));
		queue.publish("ok", PublishOptions.id("a"));
		queue.subscribe((delivery) -> {
			switch (delivery.value()) {
				case "second" -> {
					if (delivery.attempt() == 1) {
						throw new IllegalStateException("later");
					}
				}
				case "never" -> throw new IllegalStateException("no");
				case "poison" -> throw new DeadLetterException("poison");
				default -> {
				}
			}
		}, SubscribeOptions.concurrency(2));
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(this.heard.settled).isEqualTo(
					Map.of(Settlement.ACKNOWLEDGED, 9, Settlement.RETRY, 4, Settlement.DEAD, 2, Settlement.LOST, 0));
			assertThat(queue.stats().deadLetters()).isEqualTo(2);
		});
		assertThat(this.heard.delivered).hasValue(15);
		assertThat(this.heard.returned).hasValue(9);
		assertThat(this.heard.failed).hasValue(6);
		assertThat(this.heard.added).hasValue(11);
		assertThat(this.heard.duplicates).hasValue(1);
		assertThat(this.heard.sources).containsExactly(new QueueObserver.Source("stream", this.name));
	}

	@Test
	void aLeaseThatRanOutIsCountedAsLostOnce() throws InterruptedException {
		TaskQueue<String> queue = tasks(QUICK.withVisibility(Duration.ofSeconds(2)));
		TaskQueue<String> others = tasks(QUICK.withVisibility(Duration.ofSeconds(2)));
		queue.enqueue("slow");
		TaskLease<String> late = queue.poll(PATIENCE).orElseThrow();
		TaskLease<String> next = others.poll(PATIENCE).orElseThrow();
		assertThat(late.ack()).isEqualTo(Settlement.LOST);
		assertThat(late.ack()).isEqualTo(Settlement.ALREADY_SETTLED);
		assertThat(next.ack()).isEqualTo(Settlement.ACKNOWLEDGED);
		assertThat(this.heard.settled)
			.isEqualTo(Map.of(Settlement.ACKNOWLEDGED, 1, Settlement.RETRY, 0, Settlement.DEAD, 0, Settlement.LOST, 1));
		assertThat(this.heard.sources).containsExactly(new QueueObserver.Source("task", this.name));
	}

	@Test
	void whatAFullQueueRefusesIsCounted() {
		StreamQueue<String> queue = queue(PATIENT.withMaxLength(2, Overflow.REJECT));
		queue.publishAll(List.of("a", "b"));
		assertThatExceptionOfType(QueueFullException.class).isThrownBy(() -> queue.publishAll(List.of("c", "d", "e")));
		assertThat(this.heard.added).hasValue(2);
		assertThat(this.heard.refused).hasValue(3);
	}

	@Test
	void anObserverThatThrowsHarmsNothing() {
		this.heard.throwing = true;
		StreamQueue<String> queue = queue(PATIENT);
		queue.publishAll(List.of("a", "b", "c"));
		AtomicInteger seen = new AtomicInteger();
		queue.subscribe((delivery) -> seen.incrementAndGet(), SubscribeOptions.DEFAULTS);
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(queue.stats().depth()).isZero());
		assertThat(seen).hasValue(3);
	}

	@Test
	void theActivityTellsWhatIsInFlight() throws InterruptedException {
		StreamQueues process = process();
		StreamQueue<String> queue = process.get(this.name, String.class, PATIENT);
		assertThat(process.activity()).isEmpty();
		queue.publishAll(List.of("a", "b", "c"));
		CountDownLatch go = new CountDownLatch(1);
		QueueSubscription running = queue.subscribe((delivery) -> go.await(), SubscribeOptions.concurrency(1));
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(process.activity()).singleElement().satisfies((one) -> {
			assertThat(one.queue()).isEqualTo(new QueueObserver.Source("stream", this.name));
			assertThat(one.group()).isEqualTo("workers");
			assertThat(one.inFlight()).isBetween(1, 2);
		}));
		go.countDown();
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(process.activity()).singleElement()
				.satisfies((one) -> assertThat(one.inFlight()).isZero()));
		running.stop(PATIENCE);
		assertThat(process.activity()).isEmpty();
	}

	@Test
	void purgingRemovesWhatWaitsIsWorkedOnAndWaitsForARetryButNoDeadLetter() throws Exception {
		TaskQueue<String> queue = tasks(PATIENT.withBackoff(Duration.ofHours(1), Duration.ofHours(1)));
		assertThat(queue.purge()).isZero();
		queue.enqueueAll(numbers(2500));
		queue.poll(PATIENCE).orElseThrow().reject("dead");
		queue.poll(PATIENCE).orElseThrow().nack();
		TaskLease<String> held = queue.poll(PATIENCE).orElseThrow();
		assertThat(queue.stats()).satisfies((before) -> {
			assertThat(before.depth()).isEqualTo(2499);
			assertThat(before.pending()).isEqualTo(2);
			assertThat(before.retrying()).isEqualTo(1);
		});
		assertThat(queue.purge()).isEqualTo(2499);
		assertThat(queue.stats()).satisfies((after) -> {
			assertThat(after.depth()).isZero();
			assertThat(after.pending()).isZero();
			assertThat(after.retrying()).isZero();
			assertThat(after.deadLetters()).isEqualTo(1);
		});
		assertThat(held.extend()).isFalse();
		assertThat(held.isLost()).isTrue();
		queue.enqueue("next");
		assertThat(queue.poll(PATIENCE).orElseThrow().value()).isEqualTo("next");
	}

	@Test
	void purgingHoldsForAllGroups() {
		StreamQueue<String> queue = queue(PATIENT.withRetention(TrimPolicy.ALL_GROUPS));
		queue.publish("first");
		AtomicInteger one = new AtomicInteger();
		AtomicInteger two = new AtomicInteger();
		QueueSubscription first = queue.subscribe((delivery) -> one.incrementAndGet(),
				SubscribeOptions.DEFAULTS.withGroup("one"));
		await().atMost(PATIENCE).until(() -> one.get() == 1);
		first.stop(PATIENCE);
		queue.publishAll(numbers(100));
		assertThat(queue.stats("one").lag()).isEqualTo(100);
		queue.purge();
		assertThat(queue.stats("one").lag()).isZero();
		queue.subscribe((delivery) -> two.incrementAndGet(), SubscribeOptions.DEFAULTS.withGroup("one"));
		queue.publish("last");
		await().atMost(PATIENCE).until(() -> two.get() == 1);
	}

	private static List<String> numbers(int n) {
		return java.util.stream.IntStream.range(0, n).mapToObj(Integer::toString).toList();
	}

	private static final class Heard implements QueueObserver {

		private final Set<Source> sources = ConcurrentHashMap.newKeySet();

		private final AtomicInteger added = new AtomicInteger();

		private final AtomicInteger duplicates = new AtomicInteger();

		private final AtomicInteger refused = new AtomicInteger();

		private final AtomicInteger delivered = new AtomicInteger();

		private final AtomicInteger returned = new AtomicInteger();

		private final AtomicInteger failed = new AtomicInteger();

		private final Map<Settlement, Integer> settled = java.util.Collections
			.synchronizedMap(new EnumMap<>(Settlement.class));

		private volatile boolean throwing;

		Heard() {
			List.of(Settlement.ACKNOWLEDGED, Settlement.RETRY, Settlement.DEAD, Settlement.LOST)
				.forEach((each) -> this.settled.put(each, 0));
		}

		@Override
		public void published(Source queue, int added, int duplicates) {
			hear(queue);
			this.added.addAndGet(added);
			this.duplicates.addAndGet(duplicates);
		}

		@Override
		public void refused(Source queue, int messages) {
			hear(queue);
			this.refused.addAndGet(messages);
		}

		@Override
		public void delivered(Source queue, String group) {
			hear(queue);
			this.delivered.incrementAndGet();
		}

		@Override
		public void handled(Source queue, String group, long nanos, boolean failed) {
			hear(queue);
			assertThat(nanos).isNotNegative();
			(failed ? this.failed : this.returned).incrementAndGet();
		}

		@Override
		public void settled(Source queue, String group, Settlement settlement, int messages) {
			hear(queue);
			this.settled.merge(settlement, messages, Integer::sum);
		}

		private void hear(Source queue) {
			this.sources.add(queue);
			if (this.throwing) {
				throw new IllegalStateException("observer");
			}
		}

	}

}
