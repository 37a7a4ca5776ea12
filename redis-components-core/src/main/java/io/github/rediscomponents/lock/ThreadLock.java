package io.github.rediscomponents.lock;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;

/**
 * A lock as {@link Lock}: one lease per thread, entered any number of times.
 */
final class ThreadLock implements Lock {

	private final RedisDistributedLock locks;

	private final RedisNamedLock lock;

	ThreadLock(RedisDistributedLock locks, RedisNamedLock lock) {
		this.locks = locks;
		this.lock = lock;
	}

	@Override
	public void lock() {
		if (entered()) {
			return;
		}
		boolean interrupted = false;
		try {
			while (true) {
				try {
					hold(this.lock.acquire(LockOptions.defaults(), Thread.currentThread()));
					return;
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	@Override
	public void lockInterruptibly() throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		if (!entered()) {
			hold(this.lock.acquire(LockOptions.defaults(), Thread.currentThread()));
		}
	}

	@Override
	public boolean tryLock() {
		ThreadHold mine = mine();
		return (mine != null) ? enteredAgain(mine) : hold(this.lock.acquireNow(Thread.currentThread()));
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
		java.time.Duration wait = java.time.Duration.ofNanos(Math.max(0, unit.toNanos(time)));
		return hold(this.lock.acquire(LockOptions.defaults().withMaxWait(wait), Thread.currentThread()));
	}

	@Override
	public void unlock() {
		Map<String, ThreadHold> holds = this.locks.holds();
		ThreadHold mine = holds.get(this.lock.key());
		if (mine == null) {
			throw new IllegalMonitorStateException(
					"Lock '" + this.lock.name() + "' is not held by thread " + Thread.currentThread().getName());
		}
		if (--mine.count > 0) {
			return;
		}
		holds.remove(this.lock.key());
		if (mine.lease.release() == ReleaseResult.ALREADY_LOST) {
			throw mine.lease.lostException();
		}
	}

	@Override
	public Condition newCondition() {
		throw new UnsupportedOperationException("A condition has no meaning between processes");
	}

	private @Nullable ThreadHold mine() {
		return this.locks.holds().get(this.lock.key());
	}

	private boolean entered() {
		ThreadHold mine = mine();
		if (mine == null) {
			return false;
		}
		mine.lease.checkValid();
		mine.count++;
		return true;
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
		this.locks.holds().put(this.lock.key(), new ThreadHold(lease));
		return true;
	}

	@Override
	public String toString() {
		return "Lock[" + this.lock.name() + ']';
	}

}
