// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.kept;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lease.Keeper;
import io.github.rediscomponents.lease.RedisLease;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.support.Checks;

/**
 * A lock as {@link Lock}: one lease per thread, entered any number of times. A thread
 * that writes may read as well, under the same lease. When it has left the writing side
 * it goes on reading, and others may read beside it. A thread that only reads cannot
 * write: it would wait for itself.
 *
 * @since 1.0.0
 */
final class ThreadLock implements Lock {

	private final KeptLocks locks;

	private final RedisNamedLock lock;

	private final LockOptions options;

	ThreadLock(KeptLocks locks, RedisNamedLock lock, LockOptions options) {
		Checks.isTrue(options.maxWait() == null, "maxWait must not be given: lock() waits without limit");
		this.locks = locks;
		this.lock = lock;
		this.options = options;
	}

	@Override
	public void lock() {
		if (!entered()) {
			hold(this.lock.acquireUninterruptibly(this.options, Thread.currentThread()));
		}
	}

	@Override
	public void lockInterruptibly() throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		if (!entered()) {
			hold(this.lock.acquire(this.options, Thread.currentThread()));
		}
	}

	@Override
	public boolean tryLock() {
		ThreadHold mine = mine();
		if (mine != null) {
			return enteredAgain(mine);
		}
		return shared() || (!reads() && hold(this.lock.acquireNow(this.options, Thread.currentThread())));
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		ThreadHold mine = mine();
		if (mine != null) {
			return enteredAgain(mine);
		}
		if (shared() || reads()) {
			return mine() != null;
		}
		Duration wait = Duration.ofNanos(Math.max(0, unit.toNanos(time)));
		return hold(this.lock.acquire(this.options.withMaxWait(wait), Thread.currentThread()));
	}

	@Override
	public void unlock() {
		Map<Keeper, ThreadHold> holds = this.locks.holds();
		ThreadHold mine = holds.get(this.lock.keeper());
		if (mine == null) {
			throw new IllegalMonitorStateException(
					"Lock '" + this.lock.name() + "' is not held by thread " + Thread.currentThread().getName());
		}
		if (--mine.count > 0) {
			return;
		}
		holds.remove(this.lock.keeper());
		LockKeeper otherSide = this.lock.keeper().otherSide();
		ThreadHold other = (otherSide != null) ? holds.get(otherSide) : null;
		if (other != null && other.lease == mine.lease) {
			if (this.lock.keeper().kind() == LockKind.WRITE) {
				other.lease = this.lock.downgrade(mine.lease);
			}
			return;
		}
		if (mine.lease.release() == ReleaseResult.ALREADY_LOST) {
			throw mine.lease.lostException();
		}
	}

	@Override
	public Condition newCondition() {
		throw new UnsupportedOperationException("A condition has no meaning between processes");
	}

	private @Nullable ThreadHold mine() {
		return this.locks.holds().get(this.lock.keeper());
	}

	private boolean entered() {
		ThreadHold mine = mine();
		if (mine != null) {
			mine.lease.checkValid();
			mine.count++;
			return true;
		}
		if (shared()) {
			return true;
		}
		if (reads()) {
			throw new IllegalMonitorStateException("Thread " + Thread.currentThread().getName() + " reads under lock '"
					+ this.lock.name() + "' and would wait for itself to write");
		}
		return false;
	}

	/**
	 * Enters under the lease with which this thread writes.
	 */
	private boolean shared() {
		RedisLease other = otherSide();
		if (other == null || other.keeper().kind() != LockKind.WRITE) {
			return false;
		}
		return hold(other);
	}

	/**
	 * Returns whether this thread holds the reading side of a lock that it acquires for
	 * writing.
	 */
	private boolean reads() {
		RedisLease other = otherSide();
		return other != null && other.keeper().kind() == LockKind.READ;
	}

	private @Nullable RedisLease otherSide() {
		LockKeeper other = this.lock.keeper().otherSide();
		ThreadHold hold = (other != null) ? this.locks.holds().get(other) : null;
		return (hold != null && hold.lease.isValid()) ? hold.lease : null;
	}

	private static boolean enteredAgain(ThreadHold mine) {
		if (!mine.lease.isValid()) {
			return false;
		}
		mine.count++;
		return true;
	}

	private boolean hold(@Nullable RedisLease lease) {
		if (lease == null) {
			return false;
		}
		this.locks.holds().put(this.lock.keeper(), new ThreadHold(lease));
		return true;
	}

	@Override
	public String toString() {
		return "Lock[" + this.lock.name() + ']';
	}

}
