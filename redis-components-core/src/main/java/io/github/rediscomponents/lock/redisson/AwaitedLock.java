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

	abstract Acquisition begin(LockOptions options, @Nullable Thread owner);

	@Override
	public Lease acquire() throws InterruptedException {
		return acquire(LockOptions.defaults(), null)
			.orElseThrow(() -> new IllegalStateException("Waiting without limit ended without a lease"));
	}

	@Override
	public Optional<Lease> tryAcquire() {
		return acquireNow(null);
	}

	@Override
	public Optional<Lease> tryAcquire(Duration wait) throws InterruptedException {
		return tryAcquire(LockOptions.defaults().withMaxWait(Checks.notNull("wait", wait)));
	}

	@Override
	public Optional<Lease> tryAcquire(LockOptions options) throws InterruptedException {
		return acquire(Checks.notNull("options", options), null);
	}

	Optional<Lease> acquireNow(@Nullable Thread owner) {
		return RedissonFailures.await(begin(LockOptions.noWait(), owner).outcome());
	}

	Optional<Lease> acquire(LockOptions options, @Nullable Thread owner) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		Acquisition acquisition = begin(options, owner);
		try {
			return acquisition.outcome().get();
		}
		catch (InterruptedException ex) {
			if (!acquisition.giveUp()) {
				acquisition.outcome().thenAccept((lease) -> lease.ifPresent(this::abandon));
			}
			throw ex;
		}
		catch (ExecutionException ex) {
			throw RedissonFailures.translate(ex);
		}
	}

	@Override
	public CompletionStage<Optional<Lease>> tryAcquireAsync(LockOptions options) {
		Acquisition acquisition = begin(Checks.notNull("options", options), null);
		CompletableFuture<Optional<Lease>> told = new CompletableFuture<>();
		told.whenComplete((lease, failure) -> {
			if (told.isCancelled()) {
				acquisition.giveUp();
			}
		});
		acquisition.outcome().whenComplete((lease, failure) -> this.locks.work(() -> {
			if (failure != null) {
				told.completeExceptionally(RedissonFailures.translate(failure));
			}
			else if (!told.complete(lease)) {
				lease.ifPresent(this::abandon);
			}
		}));
		return told;
	}

	private void abandon(Lease lease) {
		this.locks.work(lease::close);
	}

	@Override
	public Lock asLock() {
		return new ThreadLock(this);
	}

	@Override
	public String toString() {
		return "NamedLock[" + name() + ']';
	}

}
