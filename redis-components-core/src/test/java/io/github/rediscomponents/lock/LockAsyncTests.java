// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.RedisUnavailableException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * How locks are acquired without a thread that waits.
 */
@Tag("contract")
@ParameterizedClass(name = "{0}")
@EnumSource(value = TestedLock.class, mode = Mode.EXCLUDE, names = { "PLAIN_REPLICATION", "WRITE", "REDISSON_WRITE" })
class LockAsyncTests extends LockFixture {

	LockAsyncTests(TestedLock tested) {
		super(tested);
	}

	private static final LockOptions NO_WAIT = LockOptions.noWait();

	private static CompletableFuture<Optional<Lease>> acquire(NamedLock lock, LockOptions options) {
		return lock.tryAcquireAsync(options).toCompletableFuture();
	}

	private static Lease granted(CompletableFuture<Optional<Lease>> acquiring) {
		assertThat(acquiring).succeedsWithin(PATIENCE);
		return acquiring.join().orElseThrow();
	}

	@Test
	void acquiresAndReleasesOnWhicheverThread() {
		Lease lease = granted(acquire(lock(), NO_WAIT));
		assertThat(lease.isValid()).isTrue();
		assertThat(acquire(lock(), NO_WAIT)).succeedsWithin(PATIENCE).isEqualTo(Optional.empty());
		CompletableFuture<ReleaseResult> released = CompletableFuture
			.supplyAsync(() -> lease.releaseAsync().toCompletableFuture().join());
		assertThat(released).succeedsWithin(PATIENCE).isEqualTo(ReleaseResult.RELEASED);
		assertThat(lease.releaseAsync().toCompletableFuture().join()).isEqualTo(ReleaseResult.RELEASED);
		assertThat(lock().info().held()).isFalse();
	}

	@Test
	void saysWhenALeaseWasLostBeforeItsRelease() {
		Lease lease = granted(acquire(lock(), NO_WAIT));
		assertThat(lock().forceRelease()).isTrue();
		assertThat(lease.releaseAsync().toCompletableFuture()).succeedsWithin(PATIENCE)
			.isEqualTo(ReleaseResult.ALREADY_LOST);
		assertThat(lease.lost().toCompletableFuture()).succeedsWithin(PATIENCE).isEqualTo(LossReason.REMOVED);
	}

	@Test
	void blocksNoThreadHoweverManyWait() throws Exception {
		NamedLock here = lock();
		NamedLock there = lock();
		Lease first = here.acquire();
		int before = Thread.activeCount();
		int many = 300;
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		CountDownLatch over = new CountDownLatch(many);
		List<Long> tokens = new ArrayList<>();
		for (int i = 0; i < many; i++) {
			NamedLock lock = (i % 2 == 0) ? here : there;
			lock.tryAcquireAsync(LockOptions.defaults()).thenAccept((acquired) -> {
				Lease lease = acquired.orElseThrow();
				most.accumulateAndGet(inside.incrementAndGet(), Math::max);
				tokens.add(lease.token());
				inside.decrementAndGet();
				lease.releaseAsync().thenAccept((result) -> over.countDown());
			});
		}
		assertThat(here.name()).isEqualTo(there.name());
		assertThat(Thread.activeCount()).isLessThan(before + 20);
		first.close();
		assertThat(over.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
		assertThat(most.get()).isEqualTo(1);
		assertThat(tokens).hasSize(many).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void completesEmptyWhenTheTimeToWaitHasPassedAndIsForgotten() throws Exception {
		try (Lease lease = lock().acquire()) {
			NamedLock other = lock();
			LockOptions options = LockOptions.defaults().withMaxWait(Duration.ofMillis(300));
			CompletableFuture<Optional<Lease>> first = acquire(other, options);
			CompletableFuture<Optional<Lease>> queued = acquire(other, options);
			assertThat(first).succeedsWithin(PATIENCE).isEqualTo(Optional.empty());
			assertThat(queued).succeedsWithin(PATIENCE).isEqualTo(Optional.empty());
			awaitWaiting(0);
			assertThat(lease.isValid()).isTrue();
		}
	}

	@Test
	void canBeCancelledWhileItWaits() throws Exception {
		Lease lease = lock().acquire();
		NamedLock other = lock();
		CompletableFuture<Optional<Lease>> asking = acquire(other, LockOptions.defaults());
		awaitWaiting(1);
		CompletableFuture<Optional<Lease>> queued = acquire(other, LockOptions.defaults());
		CompletableFuture<Optional<Lease>> stays = acquire(other, LockOptions.defaults());
		queued.cancel(true);
		asking.cancel(true);
		lease.close();
		granted(stays).close();
		awaitWaiting(0);
		assertThat(lock().info().held()).isFalse();
	}

	@Test
	void holdsNothingWhenCancelledAtAnyMoment() throws Exception {
		NamedLock other = lock();
		for (int i = 0; i < 50; i++) {
			Lease lease = lock().acquire();
			CompletableFuture<Optional<Lease>> waiting = acquire(other, LockOptions.defaults());
			CompletableFuture<Boolean> cancelling = CompletableFuture.supplyAsync(() -> waiting.cancel(true));
			lease.close();
			if (!cancelling.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
				granted(waiting).close();
			}
			await().atMost(PATIENCE).until(() -> !other.info().held());
		}
	}

	@Test
	void refusesWhatCannotBeBeforeAnythingIsSent() {
		NamedLock lock = lock();
		assertThatIllegalArgumentException().isThrownBy(() -> acquire(lock, missing()))
			.withMessageStartingWith("options");
	}

	@SuppressWarnings("NullAway")
	private static LockOptions missing() {
		return null;
	}

	@Test
	void showsWhatThisProcessHoldsAndWaitsFor() throws Exception {
		DistributedLock process = process(SETTINGS, LockObserver.NONE);
		NamedLock lock = named(process);
		Lease lease = lock.acquire();
		CompletableFuture<Optional<Lease>> waiting = acquire(lock, LockOptions.defaults());
		LockActivity activity = process.activity();
		assertThat(activity.held()).singleElement().satisfies((held) -> {
			assertThat(held.name()).isEqualTo(this.name);
			assertThat(held.kind()).isEqualTo(kind());
			assertThat(held.id()).isEqualTo(lease.id());
			assertThat(held.token()).isEqualTo(lease.token());
			assertThat(held.renewed()).isTrue();
		});
		assertThat(activity.waiting()).singleElement().satisfies((wait) -> {
			assertThat(wait.name()).isEqualTo(this.name);
			assertThat(wait.waited()).isPositive();
		});
		lease.close();
		granted(waiting).close();
		assertThat(process.activity()).isEqualTo(new LockActivity(List.of(), List.of()));
	}

	@Test
	void endsWhatWaitsWhenTheLocksAreClosed() throws Exception {
		try (Lease lease = lock().acquire()) {
			DistributedLock process = process(SETTINGS, LockObserver.NONE);
			NamedLock lock = named(process);
			CompletableFuture<Optional<Lease>> asking = acquire(lock, LockOptions.defaults());
			awaitWaiting(1);
			FutureTask<Lease> queued = inBackground(lock::acquire);
			await().atMost(PATIENCE).until(() -> process.activity().waiting().size() == 2);
			process.close();
			assertThat(asking).failsWithin(PATIENCE)
				.withThrowableOfType(ExecutionException.class)
				.withCauseInstanceOf(RedisUnavailableException.class);
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> get(queued))
				.withCauseInstanceOf(RedisUnavailableException.class);
			awaitWaiting(0);
			assertThat(lease.isValid()).isTrue();
		}
	}

}
