package io.github.rediscomponents.lock.redisson;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.ReleaseResult;
import io.github.rediscomponents.support.Checks;

/**
 * A lock as {@link Lock}: one lease per thread, entered any number of times. A thread
 * that writes may read as well, under the same lease. When it has left the writing side
 * it goes on reading, and others may read beside it. A thread that only reads cannot
 * write: it would wait for itself.
 */
final class ThreadLock implements Lock {

	private final AwaitedLock lock;

	private final LockOptions options;

	ThreadLock(AwaitedLock lock, LockOptions options) {
		Checks.isTrue(options.maxWait() == null, "maxWait must not be given: lock() waits without limit");
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
		if (isOtherSide(LockKind.READ)) {
			throw new IllegalMonitorStateException("Thread " + Thread.currentThread().getName() + " reads under lock '"
					+ this.lock.name() + "' and would wait for itself to write");
		}
		return false;
	}

	/** Enters under the lease with which this thread writes. */
	private boolean shared() {
		return isOtherSide(LockKind.WRITE) && hold(otherSide().map((other) -> other.lease));
	}

	private boolean isOtherSide(LockKind kind) {
		return otherSide().map((other) -> other.lease)
			.filter((lease) -> lease.isValid() && lease instanceof RedissonLease known && known.place().kind() == kind)
			.isPresent();
	}

	private Optional<ThreadHold> otherSide() {
		return this.lock.otherSide().map((other) -> this.lock.locks().holds().get(other));
	}

	@Override
	public boolean tryLock() {
		ThreadHold mine = mine();
		if (mine != null) {
			return enteredAgain(mine);
		}
		return shared()
				|| (!isOtherSide(LockKind.READ) && hold(this.lock.acquireNow(this.options, Thread.currentThread())));
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
		if (shared() || isOtherSide(LockKind.READ)) {
			return mine() != null;
		}
		Duration wait = Duration.ofNanos(Math.max(0, unit.toNanos(time)));
		return hold(this.lock.acquire(this.options.withMaxWait(wait), Thread.currentThread()));
	}

	@Override
	public void unlock() {
		ThreadHold mine = mine();
		if (mine == null) {
			throw new IllegalMonitorStateException(
					"Lock '" + this.lock.name() + "' is not held by thread " + Thread.currentThread().getName());
		}
		if (--mine.count > 0) {
			return;
		}
		Map<String, ThreadHold> holds = this.lock.locks().holds();
		holds.remove(this.lock.identity());
		Optional<ThreadHold> other = otherSide().filter((hold) -> hold.lease == mine.lease);
		if (other.isPresent()) {
			if (this.lock.isWrite() && mine.lease instanceof RedissonLease writes) {
				other.get().lease = this.lock.locks().downgrade(writes);
			}
			return;
		}
		if (mine.lease.release() == ReleaseResult.ALREADY_LOST) {
			mine.lease.checkValid();
		}
	}

	@Override
	public Condition newCondition() {
		throw new UnsupportedOperationException("A condition has no meaning between processes");
	}

	private @Nullable ThreadHold mine() {
		return this.lock.locks().holds().get(this.lock.identity());
	}

	private static boolean enteredAgain(ThreadHold mine) {
		if (!mine.lease.isValid()) {
			return false;
		}
		mine.count++;
		return true;
	}

	private boolean hold(Optional<Lease> lease) {
		lease.ifPresent((held) -> this.lock.locks().holds().put(this.lock.identity(), new ThreadHold(held)));
		return lease.isPresent();
	}

	@Override
	public String toString() {
		return "Lock[" + this.lock.name() + ']';
	}

}
