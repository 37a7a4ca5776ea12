// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * How far an {@link Acquisition} is, and the timer that takes it further. The thread
 * whose call makes a transition performs the next step.
 *
 * <p>
 * The stage (S) together with the {@link Gate} (G), the {@link Bid} (B) and the
 * {@link RedisLease} that an acquisition ends with (L). The thread whose call changes the
 * stage performs the next step, so each arrow is taken by one thread.
 *
 * <pre>{@code
 *                  G: no turn yet              G: turn()
 *   begin ------> S: QUEUED -------------+--------------> L of this process holds?
 *     |              |                   |                   | no         | yes
 *     | turn at once |                   |                   |            v
 *     +--------------|-------------------+-----> S: ASKING <-+------- S: ASLEEP
 *                    |                           |  ^   |      wake()    ^  |
 *                    |             B: token      |  |   | B: not yet     |  |
 *                    |        +------------------+  |   +----------------+  |
 *                    |        |                     |                       |
 *                    |        |        wake(), poll bound, G: free(L)       |
 *                    |        |                     +-----------------------+
 *                    |        v                                             |
 *                    |   S: OVER --> L: HELD --> RELEASING --> RELEASED     |
 *                    |     ^  ^        |            |                       |
 *                    +-----+  |        +--> lost <--+                       |
 *        time up, cancel()    +---------------------------------------------+
 * }</pre>
 *
 * A token that comes when the stage is OVER is given back. L notifies G when it ends, and
 * G wakes the acquisition that has the turn.
 *
 * @since 1.0.0
 */
public final class Stage {

	/** So far away that no timer is needed. */
	private static final long NEVER = TimeUnit.DAYS.toNanos(20_000);

	private final ScheduledExecutorService timers;

	private final Runnable timeUp;

	// Guards the fields below. Nothing is sent and no callback runs while it is held.
	private final ReentrantLock lock = new ReentrantLock();

	private Is is = Is.QUEUED;

	private boolean woken;

	private @Nullable Future<?> timer;

	Stage(ScheduledExecutorService timers, Runnable timeUp) {
		this.timers = timers;
		this.timeUp = timeUp;
	}

	/**
	 * Changes from a waiting stage to {@link Is#ASKING}.
	 * @return whether the caller is to send the request
	 */
	boolean leave(Is from) {
		this.lock.lock();
		try {
			if (this.is != from) {
				// A wake-up during a request may be newer than its answer.
				this.woken = true;
				return false;
			}
			this.is = Is.ASKING;
			this.woken = false;
			cancelTimer();
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Waits at a stage until woken, at most for a time.
	 * @return whether it does; otherwise it is over
	 * @throws RejectedExecutionException if there are no timers any more
	 */
	boolean enter(Is to, long nanos) {
		this.lock.lock();
		try {
			if (this.is == Is.OVER) {
				return false;
			}
			cancelTimer();
			if (nanos >= NEVER && this.timers.isShutdown()) {
				throw new RejectedExecutionException("There are no timers any more");
			}
			if (nanos < NEVER) {
				this.timer = this.timers.schedule(this.timeUp, nanos, TimeUnit.NANOSECONDS);
			}
			this.is = to;
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Is over now.
	 * @return false if it was before
	 */
	boolean end() {
		this.lock.lock();
		try {
			boolean first = this.is != Is.OVER;
			this.is = Is.OVER;
			cancelTimer();
			return first;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Whether it was woken during a request. */
	boolean wasWoken() {
		this.lock.lock();
		try {
			return this.woken;
		}
		finally {
			this.lock.unlock();
		}
	}

	boolean is(Is one) {
		this.lock.lock();
		try {
			return this.is == one;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void cancelTimer() {
		if (this.timer != null) {
			this.timer.cancel(false);
			this.timer = null;
		}
	}

	/** The stages. */
	enum Is {

		/** Waits for its turn in this process. */
		QUEUED,

		/** A request to Redis is under way. */
		ASKING,

		/** Waits to be woken. */
		ASLEEP,

		/** Has a lease, or never gets one. */
		OVER

	}

}
