// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.queue.StreamQueueFixture;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Acknowledgements whose answers are lost.
 */
@Timeout(60)
class AckBatchesTests extends StreamQueueFixture {

	AckBatchesTests() {
		super(RedisTopology.STANDALONE);
	}

	@ParameterizedTest
	@EnumSource
	void anAcknowledgementFailsWhoseReplyCannotBeTakenAndTheNextIsSent(Reply strange) {
		AtomicBoolean usual = new AtomicBoolean();
		AckBatches batches = new AckBatches((leases, doubtful) -> usual.getAndSet(true)
				? CompletableFuture.completedStage(List.of(1L)) : strange.come());
		assertThat(failureOf(batches.add(Lease.unseen("1-1", 1)))).isNotNull();
		assertThat(batches.add(Lease.unseen("2-1", 1))).succeedsWithin(PATIENCE).isEqualTo(1L);
	}

	private static Throwable failureOf(CompletableFuture<Long> acknowledgement) {
		return catchThrowable(() -> acknowledgement.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).getCause();
	}

	private enum Reply {

		NONE, OTHER, ERROR, EXCEPTION;

		CompletionStage<List<Object>> come() {
			return switch (this) {
				case NONE -> CompletableFuture.completedStage(List.of());
				case OTHER -> CompletableFuture.completedStage(List.of("strange"));
				case ERROR -> throw new NoClassDefFoundError("lost");
				case EXCEPTION -> throw new IllegalStateException("lost");
			};
		}

	}

	@Test
	void aRepetitionIsKnownHoweverManyCameBetween() {
		Queue<String> sent = new ConcurrentLinkedQueue<>();
		StreamKeys keys = new StreamKeys("test:task:{" + this.name + "}");
		TaskQueue<String> tasks = tasks(QUICK.withVisibility(Duration.ofSeconds(30)));
		GroupStore store = new GroupStore(port(), keys, "workers", "me", true);
		AckBatches batches = new AckBatches((leases, doubtful) -> {
			sent.add(leases.size() + " " + doubtful.size());
			CompletionStage<List<Object>> reply = store.ack(leases, doubtful);
			// Done, and the answer is lost.
			return (sent.size() <= 2) ? reply.thenApply((codes) -> {
				throw new IllegalStateException("lost");
			}) : reply;
		});
		List<Lease> leases = new ArrayList<>();
		store.create().toCompletableFuture().join();
		for (int i = 0; i < 5; i++) {
			tasks.enqueue("a" + i);
			List<Object> taken = store.take().toCompletableFuture().join();
			leases.add(GroupStore.lease(taken.get(0), 1, taken.get(1), System.nanoTime()));
		}
		assertThat(batches.add(leases.get(0))).failsWithin(PATIENCE);
		assertThat(batches.add(leases.get(1))).failsWithin(PATIENCE);
		for (int i = 2; i < 5; i++) {
			assertThat(batches.add(leases.get(i))).succeedsWithin(PATIENCE).isEqualTo(1L);
		}
		assertThat(batches.add(leases.get(0))).succeedsWithin(PATIENCE).isEqualTo(1L);
		assertThat(batches.add(leases.get(1))).succeedsWithin(PATIENCE).isEqualTo(1L);
		assertThat(sent).containsExactly("1 0", "1 1", "1 2", "1 2", "1 2", "1 2", "1 1");
		// Answered, so that it is not asked again.
		assertThat(batches.add(leases.get(2))).succeedsWithin(PATIENCE).isEqualTo(2L);
		assertThat(store.leave()).succeedsWithin(PATIENCE).isEqualTo(1L);
		assertThat(number(keys.stream(), "EXISTS", keys.settled("workers"))).isZero();
	}

}
