package io.github.rediscomponents.lock.redisson;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.support.Checks;

/**
 * What a {@link NamedLock} can do once it can begin to acquire.
 */
abstract class AwaitedLock implements NamedLock {

	private final RedissonDistributedLock locks;

	AwaitedLock(RedissonDistributedLock locks) {
		this.locks = locks;
	}

	RedissonDistributedLock locks() {
		return this.locks;
	}

	/** What tells this lock from others, for the views of a thread. */
	abstract String identity();

	/** The identity of the other side of a read-write lock, empty if there is none. */
	abstract Optional<String> otherSide();

	/** Whether it is the writing side of a read-write lock. */
	boolean isWrite() {
		return false;
	}

	abstract Acquisition begin(LockOptions options, @Nullable Thread owner);

	@Override
	public Lease acquire() throws InterruptedException {
		return acquire(LockOptions.defaults(), null)
			.orElseThrow(() -> new IllegalStateException("Waiting without limit ended without a lease"));
	}

	@Override
	public Optional<Lease> tryAcquire() {
		return acquireNow(LockOptions.defaults(), null);
	}

	@Override
	public Optional<Lease> tryAcquire(Duration wait) throws InterruptedException {
		return tryAcquire(LockOptions.defaults().withMaxWait(Checks.notNull("wait", wait)));
	}

	@Override
	public Optional<Lease> tryAcquire(LockOptions options) throws InterruptedException {
		return acquire(Checks.notNull("options", options), null);
	}

	Optional<Lease> acquireNow(LockOptions options, @Nullable Thread owner) {
		return acquireUninterruptibly(options.withMaxWait(Duration.ZERO), owner);
	}

	Optional<Lease> acquireUninterruptibly(LockOptions options, @Nullable Thread owner) {
		Acquisition acquisition = begin(options, owner);
		return taken(acquisition, RedissonFailures.await(acquisition.outcome()));
	}

	private static Optional<Lease> taken(Acquisition acquisition, Optional<Lease> lease) {
		acquisition.taken(lease);
		return lease;
	}

	Optional<Lease> acquire(LockOptions options, @Nullable Thread owner) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		Acquisition acquisition = begin(options, owner);
		try {
			return taken(acquisition, acquisition.outcome().get());
		}
		catch (InterruptedException ex) {
			// What ended by itself just now is this thread's.
			Optional<Lease> lease = acquisition.giveUp() ? Optional.empty()
					: acquisition.outcome().exceptionally((failure) -> Optional.empty()).join();
			if (lease.isEmpty()) {
				throw ex;
			}
			Thread.currentThread().interrupt();
			return taken(acquisition, lease);
		}
		catch (ExecutionException ex) {
			throw RedissonFailures.translate(ex);
		}
	}

	@Override
	public CompletionStage<Optional<Lease>> tryAcquireAsync(LockOptions options) {
		Acquisition acquisition = begin(Checks.notNull("options", options), null);
		CompletableFuture<Optional<Lease>> told = new CompletableFuture<>();
		// Also when the caller completed it otherwise, for example by a time-out.
		told.whenComplete((lease, failure) -> acquisition.giveUp());
		acquisition.outcome().whenComplete((lease, failure) -> this.locks.work(() -> {
			if (failure != null) {
				told.completeExceptionally(RedissonFailures.translate(failure));
			}
			else if (!told.complete(taken(acquisition, lease))) {
				lease.ifPresent(this::abandon);
			}
		}));
		return told;
	}

	private void abandon(Lease lease) {
		this.locks.work(lease::close);
	}

	@Override
	public Lock asLock(LockOptions options) {
		return new ThreadLock(this, Checks.notNull("options", options));
	}

	@Override
	public String toString() {
		return "NamedLock[" + name() + ']';
	}

}
