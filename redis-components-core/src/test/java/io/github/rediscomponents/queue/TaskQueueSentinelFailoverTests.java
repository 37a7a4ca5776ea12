// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.SentinelFixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of task queues when Sentinel replaces the master.
 */
class TaskQueueSentinelFailoverTests extends SentinelFixture {

	private static final WorkQueueSettings SETTINGS = StreamQueueFixture.QUICK.withMaxDeliveries(100)
		.withVisibility(Duration.ofSeconds(3));

	private StreamQueues streams;

	@AfterEach
	void stop() {
		if (this.streams != null) {
			this.streams.stop(Duration.ofSeconds(2));
		}
	}

	@ParameterizedTest
	@EnumSource
	void subscriptionsGoOnWithTheNewMaster(Loss loss) throws Exception {
		Set<String> done = ConcurrentHashMap.newKeySet();
		tasks().subscribe((delivery) -> done.add(delivery.value()), SubscribeOptions.concurrency(4));
		TaskQueue<String> producer = tasks();
		AtomicInteger number = new AtomicInteger();
		AtomicInteger acknowledged = new AtomicInteger();
		goOn(() -> {
			String task = "t" + number.incrementAndGet();
			producer.enqueue(task, PublishOptions.id(task));
			acknowledged.incrementAndGet();
			return true;
		});
		int before = done.size();
		await().atMost(BOUND).until(() -> done.size() > before + 10);
		failOver(loss);
		int after = done.size();
		await().atMost(BOUND).until(() -> done.size() > after + 10);
		finish();
		await().atMost(BOUND).untilAsserted(() -> assertThat(producer.stats().depth()).isZero());
		// A failover forgets what had not come to the replica; all the rest is done.
		assertThat(acknowledged.get()).isGreaterThan(after);
	}

	@ParameterizedTest
	@EnumSource
	void whatTheReplicasHadIsWorkedOn(Loss loss) {
		TaskQueue<String> producer = tasks();
		producer.enqueueAll(StreamQueueTests.numbers(200));
		awaitReplicated();
		lose(loss);
		Set<String> done = ConcurrentHashMap.newKeySet();
		tasks().subscribe((delivery) -> done.add(delivery.value()), SubscribeOptions.concurrency(4));
		await().atMost(BOUND).until(() -> done.size() == 200);
		await().atMost(BOUND).ignoreExceptions().until(() -> producer.stats().depth() == 0);
	}

	@ParameterizedTest
	@EnumSource
	void aProcessThatOnlyConsumesFindsTheNewMaster(Loss loss) {
		Set<String> done = ConcurrentHashMap.newKeySet();
		TaskQueue<String> consumer = tasks();
		consumer.subscribe((delivery) -> done.add(delivery.value()), SubscribeOptions.DEFAULTS);
		TaskQueue<String> producer = TaskQueues
			.create(StreamQueues.create(process(), new KeySpace("t"), ValueCodecs.json(), this.background,
					new LiveSettings<>(Map.of())), new LiveSettings<>(Map.of()))
			.get("work", String.class, SETTINGS);
		producer.enqueue("before");
		await().atMost(BOUND).until(() -> done.contains("before"));
		lose(loss);
		await().atMost(BOUND).ignoreExceptions().until(() -> {
			producer.enqueue("after", PublishOptions.id("after"));
			return true;
		});
		await().atMost(BOUND).until(() -> done.contains("after"));
	}

	private TaskQueue<String> tasks() {
		if (this.streams == null) {
			this.streams = StreamQueues.create(process(), new KeySpace("t"), ValueCodecs.json(), this.background,
					new LiveSettings<>(Map.of()));
		}
		return TaskQueues.create(this.streams, new LiveSettings<>(Map.of())).get("work", String.class, SETTINGS);
	}

}
