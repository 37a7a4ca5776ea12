// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.Lock;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.lease.QueueKeys;
import io.github.rediscomponents.lease.QueueKind;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * In which order fair locks serve those that wait.
 */
@Tag("contract")
@ParameterizedClass(name = "{0}")
@EnumSource(value = TestedLock.class, names = { "FAIR", "FAIR_CLUSTER", "REDISSON_FAIR", "REDISSON_FAIR_CLUSTER" })
class WaiterOrderTests extends LockFixture {

	private static final LockSettings NO_POLLING = SETTINGS.withPollBound(Duration.ofMinutes(1));

	WaiterOrderTests(TestedLock tested) {
		super(tested);
	}

	private NamedReadWriteLock readWrite() {
		return process(SETTINGS, LockObserver.NONE).readWrite(this.name);
	}

	@Test
	void servesAThousandWaitersOfFourProcessesInTheirOrder() throws Exception {
		assumeTrue(!this.tested.isRedisson(), "Redisson has a subscription for each waiter");
		List<NamedLock> processes = Stream.generate(() -> lock(NO_POLLING)).limit(4).toList();
		Lease first = processes.get(0).acquire();
		ConcurrentLinkedQueue<Integer> order = new ConcurrentLinkedQueue<>();
		List<CompletableFuture<Void>> over = new ArrayList<>();
		for (int i = 0; i < 1000; i++) {
			int number = i;
			over.add(processes.get(i % 4).tryAcquireAsync(LockOptions.defaults()).thenAccept((acquired) -> {
				order.add(number);
				acquired.orElseThrow().release();
			}).toCompletableFuture());
		}
		awaitWaiting(1000);
		first.close();
		assertThat(CompletableFuture.allOf(over.toArray(CompletableFuture[]::new)))
			.succeedsWithin(Duration.ofSeconds(60));
		assertThat(order).containsExactlyElementsOf(IntStream.range(0, 1000).boxed().toList());
	}

	@Test
	void takesThreeScriptsForAnAcquisitionThatEightClientsWantAtOnce() {
		assumeTrue(!this.tested.isRedisson(), "Redisson asks more often");
		List<NamedLock> processes = Stream.generate(() -> lock(NO_POLLING)).limit(8).toList();
		processes.forEach((lock) -> lock.tryAcquire().orElseThrow().close());
		int times = 40;
		Map<String, Long> before = server().commandCalls();
		int[] counter = new int[1];
		Concurrently.run(processes.stream().<Callable<Boolean>>map((lock) -> () -> {
			for (int i = 0; i < times; i++) {
				try (Lease lease = lock.acquire()) {
					counter[0]++;
				}
			}
			return true;
		}).toList());
		Map<String, Long> after = server().commandCalls();
		assertThat(counter[0]).isEqualTo(8 * times);
		assertThat(after.get("evalsha") - before.get("evalsha")).isBetween(2L * 8 * times, 31L * 8 * times / 10);
		assertThat(after.getOrDefault("publish", 0L) - before.getOrDefault("publish", 0L)).isLessThan(8L * times);
	}

	@Test
	void letsNobodyPassAWaiter() throws Exception {
		Lease lease = lock().acquire();
		// Of Redisson no message may come that wakes it.
		FutureTask<Lease> waiting = inBackground(lock(this.tested.isRedisson() ? SETTINGS : NO_POLLING)::acquire);
		awaitWaiting(1);
		lease.close();
		assertThat(lock().tryAcquire()).isEmpty();
		get(waiting).close();
		lock().tryAcquire().orElseThrow().close();
	}

	@Test
	void handsOverToAnotherWhenTheOneWhoseTurnItIsWasCancelled() throws Exception {
		assumeTrue(!this.tested.isRedisson(), "RedissonKindsTests has its like: other keys, other words");
		Lease lease = lock(NO_POLLING).acquire();
		CompletableFuture<Optional<Lease>> cancelled = lock(NO_POLLING).tryAcquireAsync(LockOptions.defaults())
			.toCompletableFuture();
		awaitWaiting(1);
		CompletableFuture<Optional<Lease>> next = lock(NO_POLLING).tryAcquireAsync(LockOptions.defaults())
			.toCompletableFuture();
		awaitWaiting(2);
		CompletableFuture<Void> releasing = CompletableFuture.runAsync(lease::close);
		cancelled.cancel(true);
		assertThat(releasing).succeedsWithin(PATIENCE);
		assertThat(next).succeedsWithin(PATIENCE);
		next.join().orElseThrow().close();
		awaitWaiting(0);
		assertThat(lock().info().held()).isFalse();
		assertThat(partsInRedis()).isEmpty();
	}

	private List<String> partsInRedis() {
		QueueKeys keys = QueueKeys.of(new io.github.rediscomponents.KeySpace("t"), "lock", QueueKind.FAIR, this.name);
		return Stream.of(keys.holders(), keys.waiters(), keys.ends())
			.filter((key) -> String.valueOf(server().masterFor(key).command("EXISTS", key)).equals("1"))
			.toList();
	}

	@Test
	void keepsThePlaceOfALockViewThatIsInterrupted() throws Exception {
		Lease lease = lock(NO_POLLING).acquire();
		NamedLock first = lock(NO_POLLING);
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		ConcurrentLinkedQueue<String> order = new ConcurrentLinkedQueue<>();
		FutureTask<Boolean> interrupted = inBackground(() -> {
			thread.complete(Thread.currentThread());
			Lock view = first.asLock();
			view.lock();
			order.add("interrupted");
			view.unlock();
			return Thread.interrupted();
		});
		awaitWaiting(1);
		CompletableFuture<Void> second = lock(NO_POLLING).tryAcquireAsync(LockOptions.defaults())
			.thenAccept((acquired) -> {
				order.add("second");
				acquired.orElseThrow().release();
			})
			.toCompletableFuture();
		awaitWaiting(2);
		for (int i = 0; i < 3; i++) {
			thread.join().interrupt();
			await().atMost(PATIENCE)
				.until(() -> !thread.join().isInterrupted() || thread.join().getState() == Thread.State.WAITING);
		}
		awaitWaiting(2);
		lease.close();
		boolean kept = get(interrupted);
		assertThat(kept).isTrue();
		assertThat(second).succeedsWithin(PATIENCE);
		assertThat(order).containsExactly("interrupted", "second");
	}

	@Test
	void refusesANameThatIsUsedForAnotherKind() throws Exception {
		assumeTrue(!this.tested.isRedisson(), "RedissonKindsTests has its like: other keys, other words");
		try (Lease fair = lock().acquire()) {
			NamedLock plain = process(SETTINGS, LockObserver.NONE).get(this.name);
			NamedReadWriteLock readWrite = readWrite();
			assertRefused("fair, not plain", plain::tryAcquire);
			assertRefused("fair, not plain", () -> plain.tryAcquire(Duration.ofSeconds(5)));
			assertRefused("fair, not plain", plain::info);
			assertRefused("fair, not rw", () -> readWrite.read().tryAcquire());
			assertRefused("fair, not rw", () -> readWrite.write().tryAcquire(Duration.ofSeconds(5)));
			assertRefused("fair, not rw", () -> readWrite.write().forceRelease());
			assertRefused("fair, not plain", plain::forceRelease);
			assertThat(plain.tryAcquireAsync(LockOptions.defaults()).toCompletableFuture()).failsWithin(PATIENCE)
				.withThrowableThat()
				.withCauseInstanceOf(RedisCommandException.class);
			assertThat(fair.extend(Duration.ofSeconds(60))).isTrue();
			assertThat(lock().info().holder()).contains(fair.id());
			assertThat(lock().info().waiting()).isZero();
		}
	}

	private static void assertRefused(String why, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(call).withMessageContaining(why);
	}

	@Test
	void tellsWhatWentWrongToAThreadThatWaits() {
		assumeTrue(!this.tested.isRedisson(), "RedissonKindsTests has its like: other keys, other words");
		NamedLock lock = lock();
		FutureTask<Lease> waiting;
		try (Lease lease = lock.tryAcquire().orElseThrow()) {
			waiting = inBackground(lock(SETTINGS.withPollBound(Duration.ofMillis(100)))::acquire);
			awaitWaiting(1);
			server().masterFor(key()).command("HSET", key(), "k", "other");
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> get(waiting))
				.withCauseInstanceOf(RedisCommandException.class);
			server().masterFor(key()).command("HSET", key(), "k", "fair");
		}
	}

}
