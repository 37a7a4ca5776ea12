// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.NamedSemaphore;
import io.github.rediscomponents.semaphore.Permit;
import io.github.rediscomponents.semaphore.SemaphoreInside;
import io.github.rediscomponents.semaphore.SemaphoreOptions;
import io.github.rediscomponents.semaphore.SemaphoreSettings;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.ChildJvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/**
 * What happens to permits when something goes wrong while they are held or waited for.
 */
class PermitFaultTests extends QueueFaultFixture {

	static Stream<Throwable> failures() {
		return Stream.of(new RedisCommandException("WRONGPASS", null), new OutOfMemoryError("No thread"),
				new AssertionError("Never"));
	}

	@ParameterizedTest
	@MethodSource("failures")
	void renewsAfterARenewalThatCouldNotBeSent(Throwable failure) throws Exception {
		CommandPort port = open(this.server.uri(), PATIENCE);
		AtomicReference<Throwable> next = new AtomicReference<>();
		AtomicInteger batches = new AtomicInteger();
		CommandPort failing = failing(port, "batchAsync", () -> {
			batches.incrementAndGet();
			return next.getAndSet(null);
		});
		try (DistributedSemaphore semaphores = DistributedSemaphore.create(failing, KEYS,
				new LiveSettings<>(SemaphoreSettings.defaults().withLease(NamedLockContract.QUICK)), this.background)) {
			next.set(failure);
			Permit permit = semaphores.get(this.name, SemaphoreOptions.of(1)).acquire();
			long begun = System.nanoTime();
			LockFixture.renewNow(SemaphoreInside.lease(permit));
			NamedLockContract.awaitOutlasting(begun, permit::remaining);
			assertThat(next).hasValue(null);
			assertThat(batches).hasValueGreaterThan(1);
			assertThat(permit.isValid()).isTrue();
			permit.close();
		}
	}

	@ParameterizedTest
	@MethodSource("failures")
	void aReleaseThatCouldNotBeSentEnds(Throwable failure) throws Exception {
		AtomicReference<Throwable> next = new AtomicReference<>();
		CommandPort port = open(this.server.uri(), PATIENCE);
		CommandPort failing = failing(failing(port, "eval", () -> next.getAndSet(null)), "evalAsync",
				() -> next.getAndSet(null));
		try (DistributedSemaphore semaphores = DistributedSemaphore.create(failing, KEYS,
				new LiveSettings<>(SemaphoreSettings.defaults()), this.background)) {
			NamedSemaphore semaphore = semaphores.get(this.name, SemaphoreOptions.of(2));
			Permit permit = semaphore.acquire();
			next.set(failure);
			catchThrowable(permit::release);
			assertThat(next).hasValue(null);
			assertThat(async(permit::release)).succeedsWithin(PATIENCE).isEqualTo(ReleaseResult.UNKNOWN);
			Permit other = semaphore.acquire();
			next.set(failure);
			assertThat(other.releaseAsync()).succeedsWithin(PATIENCE).isEqualTo(ReleaseResult.UNKNOWN);
			assertThat(next).hasValue(null);
		}
	}

	/** Throws what is supplied, if anything, instead of calling a method. */
	private static CommandPort failing(CommandPort port, String name, Supplier<@Nullable Throwable> failures) {
		return (CommandPort) Proxy.newProxyInstance(CommandPort.class.getClassLoader(),
				new Class<?>[] { CommandPort.class }, (self, method, args) -> {
					Throwable thrown = method.getName().equals(name) ? failures.get() : null;
					if (thrown != null) {
						throw thrown;
					}
					try {
						return method.invoke(port, args);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

	@Test
	void countsExactlyAfterAWaitersKeyOfAnotherTypeIsGone() throws Exception {
		NamedSemaphore semaphore = semaphore(3);
		Permit one = semaphore.acquire();
		Permit two = semaphore.acquire();
		this.server.command("SET", this.permitKeys.waiters(), "no set");
		catchThrowable(one::release);
		this.server.command("DEL", this.permitKeys.waiters());
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(semaphore.available()).isEqualTo(3 - semaphore.holders().size()));
		two.close();
		assertThat(semaphore.holders()).hasSizeLessThanOrEqualTo(1);
	}

	@Test
	void skipsAHeadOfTheQueueWhoseProcessIsStopped() throws Exception {
		NamedSemaphore semaphore = semaphore(5);
		Permit all = semaphore.tryAcquire(5, Duration.ZERO).orElseThrow();
		ChildJvm child = child("permits");
		CompletableFuture<String> held = async(() -> {
			child.awaitLine("held"::equals);
			return "held";
		});
		awaitWaiting(this.permitKeys, 1);
		List<String> head = waiters();
		child.pause();
		try {
			CompletableFuture<Optional<Permit>> two = async(() -> semaphore.tryAcquire(2, PATIENCE));
			// On a slow machine the head is skipped already.
			await().atMost(PATIENCE).until(() -> !waiters().isEmpty() && !head.containsAll(waiters()));
			long released = System.nanoTime();
			all.close();
			assertThat(two).succeedsWithin(PATIENCE);
			assertThat(since(released)).isLessThan(SOON);
			child.resume();
			awaitWaiting(this.permitKeys, 1);
			assertThat(held).isNotDone();
			assertThat(semaphore.available()).isEqualTo(3);
			two.join().orElseThrow().close();
			assertThat(held).succeedsWithin(PATIENCE);
			assertThat(semaphore.available()).isEqualTo(1);
		}
		finally {
			child.resume();
		}
	}

	private List<String> waiters() {
		return ((List<?>) Objects.requireNonNull(this.server.command("ZRANGE", this.permitKeys.waiters(), "0", "-1")))
			.stream()
			.map(String::valueOf)
			.toList();
	}

	@Test
	void aProcessThatWasStoppedPastItsLeaseHearsOfTheLossAndFreesNothingOfOthers() throws Exception {
		NamedSemaphore semaphore = semaphore(5);
		ChildJvm child = child("permits");
		child.awaitLine("held"::equals);
		child.pause();
		try {
			Permit all = semaphore.tryAcquire(5, PATIENCE).orElseThrow();
			child.resume();
			child.awaitLine("lost EXPIRED ALREADY_LOST"::equals);
			assertThat(semaphore.tryAcquire()).isEmpty();
			assertThat(all.isValid()).isTrue();
			assertThat(semaphore.holders()).singleElement().satisfies((held) -> assertThat(held.count()).isEqualTo(5));
			assertThat(all.release()).isEqualTo(ReleaseResult.RELEASED);
			assertThat(semaphore.available()).isEqualTo(5);
		}
		finally {
			child.resume();
		}
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void leavesNothingBehindHoweverOftenItsWaitersAreInterrupted(boolean fair) throws Exception {
		DistributedSemaphore semaphores = DistributedSemaphore.create(open(this.server.uri(), PATIENCE), KEYS,
				new LiveSettings<>(SemaphoreSettings.defaults()), this.background);
		this.opened.add(0, semaphores);
		SemaphoreOptions options = fair ? SemaphoreOptions.of(3).asFair() : SemaphoreOptions.of(3);
		NamedSemaphore semaphore = semaphores.get(this.name, options);
		long seed = System.nanoTime();
		Random random = new Random(seed);
		AtomicInteger out = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		AtomicInteger got = new AtomicInteger();
		for (int round = 0; round < 60; round++) {
			Thread[] threads = new Thread[6];
			for (int i = 0; i < threads.length; i++) {
				int count = 1 + random.nextInt(3);
				FutureTask<Void> task = new FutureTask<>(() -> {
					try (Permit permit = semaphore.tryAcquire(count, PATIENCE).orElseThrow()) {
						most.accumulateAndGet(out.addAndGet(permit.count()), Math::max);
						got.incrementAndGet();
						Thread.onSpinWait();
						out.addAndGet(-permit.count());
					}
					return null;
				});
				threads[i] = new Thread(task);
				threads[i].start();
			}
			for (Thread thread : threads) {
				if (random.nextBoolean()) {
					thread.interrupt();
				}
			}
			for (Thread thread : threads) {
				thread.join();
			}
		}
		assertThat(most.get()).as("seed %d", seed).isBetween(1, 3);
		assertThat(got.get()).isGreaterThan(60);
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(semaphore.available()).isEqualTo(3);
			assertThat(this.server.command("ZCARD", this.permitKeys.waiters())).hasToString("0");
			assertThat(semaphores.activity().waiting()).isEmpty();
			assertThat(semaphores.activity().held()).isEmpty();
		});
	}

}
