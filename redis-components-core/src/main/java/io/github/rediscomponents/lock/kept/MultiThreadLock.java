// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.kept;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lock.LockLostException;
import io.github.rediscomponents.lock.OnUnavailable;

/**
 * Several thread-bound locks as one, taken as {@link CombinedAcquisition} does it. Each
 * of them counts how often its thread entered.
 *
 * @since 1.0.0
 */
final class MultiThreadLock implements Lock {

	private static final long FOREVER = Long.MAX_VALUE / 4;

	// How often the current thread entered which ones together.
	private static final ThreadLocal<Map<Together, Integer>> ENTERED = ThreadLocal.withInitial(HashMap::new);

	private final String name;

	private final List<Lock> locks;

	private final Together together;

	private final boolean keepsWaiting;

	MultiThreadLock(Object owner, List<String> names, List<Lock> locks, OnUnavailable onUnavailable) {
		this.keepsWaiting = onUnavailable == OnUnavailable.KEEP_WAITING;
		this.name = String.join(", ", names);
		this.locks = locks;
		this.together = new Together(owner, names);
	}

	@Override
	public void lock() {
		boolean interrupted = false;
		try {
			while (true) {
				try {
					lockInterruptibly();
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
		if (takeAll(FOREVER)) {
			return;
		}
		// This thread holds one of them that it has lost; acquiring that one throws.
		int taken = 0;
		try {
			for (Lock lock : this.locks) {
				lock.lockInterruptibly();
				taken++;
			}
			entered(1);
		}
		finally {
			if (taken < this.locks.size()) {
				release(taken, -1);
			}
		}
	}

	@Override
	public boolean tryLock() {
		return tryRest(-1, false) < 0 && entered(1);
	}

	@Override
	public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
		return takeAll(Math.max(0, Math.min(FOREVER, unit.toNanos(time))));
	}

	private boolean takeAll(long waitNanos) throws InterruptedException {
		if (Thread.interrupted()) {
			throw new InterruptedException();
		}
		long start = System.nanoTime();
		int held = -1;
		for (int round = 1;; round++) {
			int missing = tryRest(held, this.keepsWaiting);
			if (missing < 0) {
				return entered(1);
			}
			held = -1;
			long left = waitNanos - (System.nanoTime() - start);
			if (left <= 0) {
				return false;
			}
			if (round % (CombinedAcquisition.POLITE_ROUNDS + 1) == 0) {
				missing = takeInOrder(left);
				if (missing < 0) {
					return entered(1);
				}
			}
			left = waitNanos - (System.nanoTime() - start);
			if (left <= 0 || !this.locks.get(missing).tryLock(left, TimeUnit.NANOSECONDS)) {
				return false;
			}
			held = missing;
		}
	}

	/**
	 * Tries all but the one that is held. If one is taken, nothing is held afterwards.
	 * @param patient whether one without a reply from Redis counts as taken
	 * @return which is taken, negative if none
	 */
	private int tryRest(int held, boolean patient) {
		int taken = 0;
		boolean all = false;
		try {
			while (taken < this.locks.size() && (taken == held || tryOne(taken, patient))) {
				taken++;
			}
			all = taken == this.locks.size();
			return all ? -1 : taken;
		}
		finally {
			if (!all) {
				release(taken, held);
			}
		}
	}

	private boolean tryOne(int which, boolean patient) {
		try {
			return this.locks.get(which).tryLock();
		}
		catch (RedisUnavailableException ex) {
			if (patient) {
				return false;
			}
			throw ex;
		}
	}

	private boolean waitForOne(int which, long waitNanos, boolean patient) throws InterruptedException {
		try {
			return this.locks.get(which).tryLock(waitNanos, TimeUnit.NANOSECONDS);
		}
		catch (RedisUnavailableException ex) {
			if (patient) {
				return false;
			}
			throw ex;
		}
	}

	private int takeInOrder(long waitNanos) throws InterruptedException {
		long start = System.nanoTime();
		int taken = 0;
		boolean all = false;
		try {
			while (taken < this.locks.size()) {
				long left = Math.max(0, waitNanos - (System.nanoTime() - start));
				long wait = (taken == 0) ? left : Math.min(left, CombinedAcquisition.HOLDING.toNanos());
				if (!waitForOne(taken, wait, this.keepsWaiting && wait < left)) {
					return taken;
				}
				taken++;
			}
			all = true;
			return -1;
		}
		finally {
			if (!all) {
				release(taken, -1);
			}
		}
	}

	/** Gives the first ones back, and another one. */
	private @Nullable RuntimeException release(int first, int another) {
		RuntimeException failure = null;
		for (int i = this.locks.size() - 1; i >= 0; i--) {
			if (i < first || i == another) {
				try {
					this.locks.get(i).unlock();
				}
				catch (LockLostException | IllegalMonitorStateException ex) {
					failure = (failure != null) ? failure : ex;
				}
			}
		}
		return failure;
	}

	private boolean entered(int more) {
		Map<Together, Integer> counts = ENTERED.get();
		if (counts.merge(this.together, more, Integer::sum) == 0) {
			counts.remove(this.together);
		}
		if (counts.isEmpty()) {
			ENTERED.remove();
		}
		return true;
	}

	@Override
	public void unlock() {
		if (!ENTERED.get().containsKey(this.together)) {
			throw new IllegalMonitorStateException(
					"Locks '" + this.name + "' are not held by thread " + Thread.currentThread().getName());
		}
		entered(-1);
		RuntimeException failure = release(this.locks.size(), -1);
		if (failure != null) {
			throw failure;
		}
	}

	@Override
	public Condition newCondition() {
		throw new UnsupportedOperationException("A condition has no meaning between processes");
	}

	@Override
	public String toString() {
		return "Lock[" + this.name + ']';
	}

	/**
	 * Locks that are entered together.
	 */
	private record Together(Object owner, List<String> names) {

	}

}
