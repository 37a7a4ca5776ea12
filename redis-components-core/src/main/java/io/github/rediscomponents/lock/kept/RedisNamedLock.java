// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.kept;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Lock;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lease.Acquisition;
import io.github.rediscomponents.lease.LeaseEngine;
import io.github.rediscomponents.lease.RedisLease;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockInfo;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.LossReason;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.support.Checks;

/**
 * {@link NamedLock} on the shared parts.
 *
 * @since 1.0.0
 */
final class RedisNamedLock implements NamedLock {

	private final KeptLocks locks;

	private final LeaseEngine engine;

	private final LockKeeper keeper;

	RedisNamedLock(KeptLocks locks, LockKeeper keeper) {
		this.locks = locks;
		this.engine = locks.engine();
		this.keeper = keeper;
	}

	@Override
	public String name() {
		return this.keeper.name();
	}

	LockKeeper keeper() {
		return this.keeper;
	}

	@Override
	public Lease acquire() throws InterruptedException {
		RedisLease lease = acquire(LockOptions.defaults(), null);
		if (lease == null) {
			throw new IllegalStateException("Waiting without limit ended without a lease");
		}
		return lease;
	}

	@Override
	public Optional<Lease> tryAcquire() {
		return Optional.ofNullable(acquireNow(LockOptions.defaults(), null));
	}

	@Override
	public Optional<Lease> tryAcquire(Duration wait) throws InterruptedException {
		return tryAcquire(LockOptions.defaults().withMaxWait(Checks.notNull("wait", wait)));
	}

	@Override
	public Optional<Lease> tryAcquire(LockOptions options) throws InterruptedException {
		return Optional.ofNullable(acquire(Checks.notNull("options", options), null));
	}

	@Override
	public CompletionStage<Optional<Lease>> tryAcquireAsync(LockOptions options) {
		Acquisition acquisition = new Acquisition(this.engine, this.keeper, Checks.notNull("options", options), null);
		return this.engine.deliver(acquisition, Function.identity());
	}

	@Nullable RedisLease acquireNow(LockOptions options, @Nullable Thread owner) {
		return new Acquisition(this.engine, this.keeper, options.withMaxWait(Duration.ZERO), owner)
			.blockUninterruptibly();
	}

	@Nullable RedisLease acquire(LockOptions options, @Nullable Thread owner) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		return new Acquisition(this.engine, this.keeper, options, owner).block();
	}

	@Nullable RedisLease acquireUninterruptibly(LockOptions options, Thread owner) {
		return new Acquisition(this.engine, this.keeper, options, owner).blockUninterruptibly();
	}

	/** Has a thread that wrote go on reading. */
	RedisLease downgrade(RedisLease writes) {
		LockKeeper reads = this.keeper.otherSide();
		return (reads != null) ? reads.downgrade(this.engine, writes) : writes;
	}

	@Override
	public Lock asLock(LockOptions options) {
		return new ThreadLock(this.locks, this, Checks.notNull("options", options));
	}

	@Override
	public LockInfo info() {
		return this.keeper.info();
	}

	@Override
	public boolean forceRelease() {
		List<RedisLease> mine = this.engine.renewals().of(this.keeper.key());
		boolean held = this.keeper.forceRelease();
		if (held) {
			mine.forEach((lease) -> lease.lose(LossReason.REMOVED));
		}
		return held;
	}

	@Override
	public String toString() {
		return "NamedLock[" + name() + ']';
	}

}
