// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What is lost when a replica is promoted that lacks the last writes: exactly those.
 */
class ClusterLossFailoverTests extends ClusterFixture {

	private static final int BEFORE = 100;

	private static final int AFTER = 40;

	private static final Duration MOMENT = Duration.ofSeconds(1);

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	/** No lease ends before it is looked at. */
	private static final LockOptions LONG = LockOptions.noWait().withLease(Duration.ofMinutes(10));

	/** Longer than a machine stalls. */
	@Override
	protected Duration commandTimeout() {
		return PATIENCE;
	}

	@Test
	void forgetsExactlyWhatTheReplicaLacks() throws Exception {
		List<String> names = IntStream.range(0, 100)
			.mapToObj((i) -> "n" + i)
			.filter((candidate) -> cluster.shardOf("{" + candidate + "}") == 0)
			.toList();
		String name = names.get(0);
		NamedLock kept = this.components.locks().get(name);
		NamedLock forgotten = this.components.locks().get(names.get(1));
		NamedLock replicated = this.components.locks().get(names.get(2));
		TaskQueue<Integer> tasks = this.components.taskQueues()
			.get(name, Integer.class, WorkQueueSettings.defaults().withVisibility(Duration.ofMinutes(1)));
		LimitQueue<Integer> newest = this.components.limitQueues()
			.get(name, Integer.class, LimitQueueSettings.of(BEFORE + AFTER));
		List<Long> ids = new ArrayList<>();
		await().ignoreExceptions().until(() -> ids.add(this.components.ids().nextId(name)));
		Lease first = kept.tryAcquire(LONG).orElseThrow();
		IntStream.range(0, BEFORE).forEach((i) -> {
			tasks.enqueue(i);
			newest.offer(i);
			LongStream.of(this.components.ids().nextIds(name, 100)).forEach(ids::add);
		});
		cluster.cutReplica(0);
		Optional<Lease> second = forgotten.tryAcquire(LONG);
		IntStream.range(BEFORE, BEFORE + AFTER).forEach((i) -> {
			tasks.enqueue(i);
			newest.offer(i);
			LongStream.of(this.components.ids().nextIds(name, 100)).forEach(ids::add);
		});
		Set<Integer> acknowledged = new TreeSet<>();
		for (int i = 0; i < AFTER; i++) {
			TaskLease<Integer> task = tasks.poll(PATIENCE).orElseThrow();
			task.ack();
			acknowledged.add(task.value());
		}
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> replicated.tryAcquire(LockOptions.defaults().withMinReplicas(1)));
		RedisServer lost = cluster.masters().get(0);
		lost.kill();
		cluster.promoteReplicaOfDeadMaster(0);
		assertThat(second).isPresent();
		await().ignoreExceptions().until(() -> kept.info().token() == first.token());
		assertThat(kept.tryAcquire()).isEmpty();
		assertThat(forgotten.info().holder()).isEmpty();
		assertThat(newest.list()).hasSize(BEFORE).doesNotContain(BEFORE);
		List<Integer> again = new ArrayList<>();
		while (again.size() < BEFORE) {
			TaskLease<Integer> task = tasks.poll(PATIENCE).orElseThrow();
			again.add(task.value());
			task.ack();
		}
		assertThat(tasks.poll(MOMENT)).isEmpty();
		IntStream.range(0, BEFORE)
			.forEach((i) -> LongStream.of(this.components.ids().nextIds(name, 100)).forEach(ids::add));
		assertThat(ids).doesNotHaveDuplicates().isSorted();
		System.out.printf(
				"A replica that lacks the last writes: %,d of %,d elements and %,d of %,d tasks lost, "
						+ "%,d of %,d acknowledgements, %,d of %,d ids twice%n",
				AFTER, BEFORE + AFTER, BEFORE + AFTER - again.size(), BEFORE + AFTER,
				again.stream().filter(acknowledged::contains).count(), acknowledged.size(), 0, ids.size());
		assertThat(again).containsExactlyInAnyOrderElementsOf(IntStream.range(0, BEFORE).boxed().toList());
		cluster.restartDeadMaster(0);
	}

}
