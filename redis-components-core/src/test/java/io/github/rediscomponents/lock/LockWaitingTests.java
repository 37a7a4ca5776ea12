// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.test.RedisReplyException;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * How locks are waited for, wherever they are kept.
 */
@Tag("contract")
@ParameterizedClass(name = "{0}")
@EnumSource(TestedLock.class)
class LockWaitingTests extends LockFixture {

	LockWaitingTests(TestedLock tested) {
		super(tested);
	}

	@Test
	void countsExactlyUnderContentionOfThreadsAndProcesses() {
		List<NamedLock> processes = List.of(lock(), lock(), lock(), lock());
		LockedCounter.assertExact(processes, 25 * Integer.getInteger("campaign.scale", 1), NamedLock::acquire);
	}

	@Test
	void wakesAWaiterOfAnotherProcessByMessage() throws Exception {
		LockSettings noPolling = SETTINGS.withPollBound(Duration.ofMinutes(1)).withLease(Duration.ofMinutes(10));
		Lease lease = lock(noPolling).acquire();
		FutureTask<Lease> waiting = inBackground(lock(noPolling)::acquire);
		awaitWaiting(1);
		if (this.tested.isRedisson()) {
			// Redisson queues up before it subscribes.
			await().atMost(PATIENCE).until(this::isHeard);
		}
		lease.close();
		get(waiting).close();
		awaitWaiting(0);
	}

	/**
	 * Whether the server knows a subscription for the lock, a sharded one where it has
	 * them.
	 */
	private boolean isHeard() {
		return server().nodes()
			.stream()
			.anyMatch((node) -> Stream.of("CHANNELS", "SHARDCHANNELS").anyMatch((kind) -> isHeard(node, kind)));
	}

	private boolean isHeard(RedisServer node, String kind) {
		try {
			Object channels = node.command("PUBSUB", kind, "*" + this.name.substring(6) + "*");
			return channels instanceof List<?> list && !list.isEmpty();
		}
		catch (RedisReplyException ex) {
			return false;
		}
	}

	@Test
	void handsOverToThreadsOfTheSameProcessInTheirOrder() throws Exception {
		assumeTrue(!this.tested.isRedisson() || kind() == LockKind.PLAIN,
				"Redisson sends on several connections, so Redis may hear of the threads in another order");
		NamedLock lock = lock();
		List<Integer> order = new ArrayList<>();
		List<FutureTask<Boolean>> waiting = new ArrayList<>();
		Lease lease = lock.acquire();
		for (int i = 0; i < 4; i++) {
			int number = i;
			FutureTask<Boolean> task = new FutureTask<>(() -> {
				try (Lease mine = lock.acquire()) {
					return order.add(number);
				}
			});
			Thread thread = new Thread(task);
			thread.start();
			waiting.add(task);
			await().atMost(PATIENCE)
				.until(() -> thread.getState() == Thread.State.WAITING
						|| thread.getState() == Thread.State.TIMED_WAITING);
		}
		lease.close();
		for (FutureTask<Boolean> task : waiting) {
			get(task);
		}
		assertThat(order).containsExactly(0, 1, 2, 3);
	}

	@Test
	void givesUpWhenTheTimeToWaitHasPassedAndIsForgotten() throws Exception {
		try (Lease lease = lock().acquire()) {
			// Redisson leaves a subscription behind that comes when the time has passed.
			Duration wait = this.tested.isRedisson() ? Duration.ofSeconds(2) : Duration.ofMillis(200);
			long start = System.nanoTime();
			assertThat(lock().tryAcquire(wait)).isEmpty();
			assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(wait);
			assertThat(lease.isValid()).isTrue();
			awaitWaiting(0);
		}
	}

	@Test
	void stopsWaitingWhenInterruptedAndIsForgotten() throws Exception {
		try (Lease lease = lock().acquire()) {
			NamedLock other = lock();
			CompletableFuture<Thread> thread = new CompletableFuture<>();
			FutureTask<Lease> waiting = inBackground(() -> {
				thread.complete(Thread.currentThread());
				return other.acquire();
			});
			awaitWaiting(1);
			thread.join().interrupt();
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> get(waiting))
				.withCauseInstanceOf(InterruptedException.class);
			awaitWaiting(0);
			assertThat(lease.isValid()).isTrue();
		}
	}

	@Test
	void passesAWakeUpOnWhenTheWokenOneHasGivenUp() throws Exception {
		LockSettings noPolling = SETTINGS.withPollBound(Duration.ofMinutes(1)).withLease(Duration.ofMinutes(10));
		Lease lease = lock(noPolling).acquire();
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		NamedLock first = lock(noPolling);
		FutureTask<Lease> givesUp = inBackground(() -> {
			thread.complete(Thread.currentThread());
			return first.acquire();
		});
		awaitWaiting(1);
		FutureTask<Lease> stays = inBackground(lock(noPolling)::acquire);
		awaitWaiting(2);
		inBackground(() -> {
			thread.join().interrupt();
			return true;
		});
		lease.close();
		try {
			get(givesUp).close();
		}
		catch (ExecutionException ex) {
			assertThat(ex).hasCauseInstanceOf(InterruptedException.class);
		}
		get(stays).close();
	}

	@Test
	void refusesToWaitForAThreadThatIsInterrupted() {
		NamedLock lock = lock();
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(lock::acquire);
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
		assertThat(lock.info().held()).isFalse();
	}

}
