// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * What {@link NamedLock#asLock()} does wherever the lock is kept.
 */
@Tag("contract")
@ParameterizedClass(name = "{0}")
@EnumSource(TestedLock.class)
class LockViewTests extends LockFixture {

	LockViewTests(TestedLock tested) {
		super(tested);
	}

	@Test
	void countsExactlyThroughTheLockView() {
		List<Lock> views = List.of(lock().asLock(), lock().asLock());
		int[] counter = new int[1];
		Concurrently.run(views.stream().<Callable<Boolean>>mapMulti((view, threads) -> {
			for (int thread = 0; thread < 4; thread++) {
				threads.accept(() -> {
					for (int i = 0; i < 25; i++) {
						view.lock();
						try {
							counter[0]++;
						}
						finally {
							view.unlock();
						}
					}
					return true;
				});
			}
		}).toList());
		assertThat(counter[0]).isEqualTo(200);
	}

	@Test
	void isReentrantForItsThreadOnly() throws Exception {
		DistributedLock locks = process(SETTINGS, LockObserver.NONE);
		Lock view = named(locks).asLock();
		Lock sameLock = named(locks).asLock();
		view.lock();
		assertThat(sameLock.tryLock()).isTrue();
		boolean elsewhere = get(inBackground(() -> view.tryLock()));
		assertThat(elsewhere).isFalse();
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> get(inBackground(() -> {
			view.unlock();
			return true;
		}))).withCauseInstanceOf(IllegalMonitorStateException.class);
		view.unlock();
		assertThat(lock().info().held()).isTrue();
		sameLock.unlock();
		assertThat(lock().info().held()).isFalse();
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(view::unlock);
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(view::newCondition);
		FutureTask<Boolean> other = inBackground(() -> {
			boolean free = view.tryLock(1, TimeUnit.SECONDS);
			view.unlock();
			return free;
		});
		boolean locked = get(other);
		assertThat(locked).isTrue();
	}

	@Test
	void waitsForALockViewWithoutMindingInterrupts() throws Exception {
		Lease lease = lock().acquire();
		NamedLock other = lock();
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		FutureTask<Boolean> waiting = inBackground(() -> {
			thread.complete(Thread.currentThread());
			Lock view = other.asLock();
			view.lock();
			view.unlock();
			return Thread.interrupted();
		});
		awaitWaiting(1);
		thread.join().interrupt();
		lease.close();
		boolean interrupted = get(waiting);
		assertThat(interrupted).isTrue();
	}

	@Test
	void takesTheLongestTimeThereIsForWithoutLimit() throws Exception {
		Lock view = lock().asLock();
		assertThat(view.tryLock(Long.MAX_VALUE, TimeUnit.NANOSECONDS)).isTrue();
		view.unlock();
		assertThat(view.tryLock(Long.MAX_VALUE, TimeUnit.DAYS)).isTrue();
		view.unlock();
		lock().tryAcquire(Duration.ofSeconds(Long.MAX_VALUE)).orElseThrow().close();
		LockOptions forEver = LockOptions.defaults().withMaxWait(Duration.ofNanos(Long.MAX_VALUE));
		lock().tryAcquire(forEver.withMaxHold(Duration.ofSeconds(Long.MAX_VALUE))).orElseThrow().close();
		Lease lease = lock().acquire();
		NamedLock other = lock();
		FutureTask<Boolean> waiting = inBackground(() -> {
			Lock waits = other.asLock();
			boolean locked = waits.tryLock(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
			waits.unlock();
			return locked;
		});
		awaitWaiting(1);
		lease.close();
		boolean locked = get(waiting);
		assertThat(locked).isTrue();
	}

	@Test
	void refusesOptionsThatALockViewCannotFollow() {
		LockOptions impatient = LockOptions.defaults().withMaxWait(Duration.ofSeconds(1));
		assertThatIllegalArgumentException().isThrownBy(() -> lock().asLock(impatient))
			.withMessageStartingWith("maxWait");
	}

	@Test
	void tellsTheThreadThatItsLockViewWasLost() {
		NamedLock lock = lock();
		Lock view = lock.asLock();
		view.lock();
		view.lock();
		assertThat(lock.forceRelease()).isTrue();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(view::lock);
		assertThat(view.tryLock()).isFalse();
		view.unlock();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(view::unlock);
		assertThatExceptionOfType(IllegalMonitorStateException.class).isThrownBy(view::unlock);
		view.lock();
		view.unlock();
	}

	@Test
	void isNotRenewedWhenTheThreadHasEnded() throws Exception {
		CompletableFuture<Lease> acquired = new CompletableFuture<>();
		CompletableFuture<LossReason> lost = new CompletableFuture<>();
		LockObserver listener = new LockObserver() {

			@Override
			public void acquired(Lease lease, long waitedNanos) {
				acquired.complete(lease);
			}

			@Override
			public void lost(Lease lease, LossReason reason) {
				lost.complete(reason);
			}
		};
		// It would not pass in the time of this test.
		DistributedLock locks = process(SETTINGS.withLease(Duration.ofMinutes(10)), listener);
		Thread owner = new Thread(() -> named(locks).asLock().lock());
		owner.start();
		owner.join();
		assertThat(lock().info().held()).isTrue();
		assertThat(acquired).succeedsWithin(PATIENCE).satisfies(LockFixture::renewNow);
		assertThat(lost).succeedsWithin(PATIENCE).isEqualTo(LossReason.OWNER_DIED);
		// Given back, because nobody can be working under it.
		await().atMost(PATIENCE).until(() -> !lock().info().held());
		lock().tryAcquire().orElseThrow().close();
	}

}
