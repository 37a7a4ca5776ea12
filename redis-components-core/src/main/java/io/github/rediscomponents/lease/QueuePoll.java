// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.support.Utf8;

/**
 * Polls, each poll bound, for all waiters of this process in the queue of one name, with
 * one script for all of them. The poll keeps them in the queue, finds those with a lost
 * wake-up, and wakes one of them when a lease or another wait has ended, or when there
 * are more permits than before.
 *
 * @since 1.0.0
 */
public final class QueuePoll {

	private static final int MOST = 500;

	/** Time after which the ends of leases and waits are checked again. */
	private static final long SOON_MILLIS = 20;

	private static final long NEVER = Long.MAX_VALUE;

	private final LeaseEngine engine;

	private final QueueKeeper keeper;

	private final long originNanos = System.nanoTime();

	private final ReentrantLock lock = new ReentrantLock();

	// The following fields are guarded by the lock; moments are nanoseconds since the
	// origin.
	private final Map<String, Acquisition> asleep = new LinkedHashMap<>();

	private long pollAt = NEVER;

	private long endsAt = NEVER;

	private long timerAt = NEVER;

	/**
	 * The smallest number of permits that a waiting acquisition was sent with, or the
	 * current number after a poll.
	 */
	private int permits = Integer.MAX_VALUE;

	private @Nullable Future<?> timer;

	QueuePoll(LeaseEngine engine, QueueKeeper keeper) {
		this.engine = engine;
		this.keeper = keeper;
	}

	private long now() {
		return System.nanoTime() - this.originNanos;
	}

	/**
	 * Adds a waiting acquisition.
	 * @param endsNanos nanoseconds until a lease or a wait ends, by its last reply
	 * @param sentWith the number of permits that its last request was sent with
	 */
	void add(String leaseId, Acquisition one, long endsNanos, int sentWith) {
		this.lock.lock();
		try {
			this.permits = Math.min(this.permits, sentWith);
			this.asleep.put(leaseId, one);
			this.endsAt = Math.min(this.endsAt, now() + endsNanos);
			if (this.pollAt == NEVER) {
				this.pollAt = now() + LeaseEngine.pollNanos(this.engine.settings());
			}
			arm();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Removes an acquisition that ended its wait or sends a request of its own.
	 * @return whether no waiter is left
	 */
	boolean remove(String leaseId) {
		this.lock.lock();
		try {
			this.asleep.remove(leaseId);
			if (this.asleep.isEmpty()) {
				this.pollAt = NEVER;
				this.endsAt = NEVER;
				arm();
			}
			return this.asleep.isEmpty();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Looks now. */
	void look() {
		this.lock.lock();
		try {
			if (!this.asleep.isEmpty()) {
				this.pollAt = 0;
				arm();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void arm() {
		long at = Math.min(this.pollAt, this.endsAt);
		if (this.timer != null && at >= this.timerAt && at != NEVER) {
			// It is early enough, and looks then.
			return;
		}
		if (this.timer != null) {
			this.timer.cancel(false);
			this.timer = null;
		}
		this.timerAt = at;
		if (at != NEVER) {
			try {
				this.timer = this.engine.background()
					.timer()
					.schedule(this::tick, Math.max(0, at - now()), TimeUnit.NANOSECONDS);
			}
			catch (RejectedExecutionException ex) {
				// Shut down: the engine ends the waits.
				this.timerAt = NEVER;
			}
		}
	}

	private void tick() {
		Acquisition first = null;
		Map<String, Acquisition> all = Map.of();
		this.lock.lock();
		try {
			this.timer = null;
			if (this.endsAt <= now()) {
				// The request of the first one grants to those whose turn it is; the poll
				// of
				// all then returns what ends next.
				this.endsAt = NEVER;
				this.pollAt = 0;
				first = this.asleep.isEmpty() ? null : this.asleep.values().iterator().next();
			}
			if (this.pollAt <= now()) {
				this.pollAt = now() + LeaseEngine.pollNanos(this.engine.settings());
				all = new LinkedHashMap<>(this.asleep);
				int permits = this.keeper.terms(0).permits();
				if (permits > this.permits && !all.isEmpty()) {
					// Its request passes the new number of permits to the script, which
					// grants them to the first waiters.
					first = all.values().iterator().next();
				}
				this.permits = permits;
			}
			arm();
		}
		finally {
			this.lock.unlock();
		}
		Acquisition asks = first;
		if (asks != null) {
			asks.wake();
		}
		List<String> ids = all.entrySet()
			.stream()
			.filter((one) -> one.getValue() != asks)
			.map(Map.Entry::getKey)
			.toList();
		for (int from = 0; from < ids.size(); from += MOST) {
			poll(ids.subList(from, Math.min(ids.size(), from + MOST)), all);
		}
	}

	private void poll(List<String> ids, Map<String, Acquisition> all) {
		LockSettings settings = this.engine.settings();
		this.keeper.commands()
			.pollAsync(this.keeper.queue(), this.keeper.terms(settings.tokenRetention().toMillis()),
					LeaseEngine.waitMillis(settings), ids)
			.whenComplete((reply, failure) -> {
				if (failure != null) {
					ids.forEach((id) -> Objects.requireNonNull(all.get(id)).pollFailed(failure));
				}
				else {
					reply.stream().skip(1).map(Utf8::text).forEach((id) -> Objects.requireNonNull(all.get(id)).wake());
					ends(Utf8.number(reply.get(0)));
				}
			});
	}

	/** A lease or a wait ends after that time, by Redis' reply. */
	private void ends(long millis) {
		this.lock.lock();
		try {
			if (!this.asleep.isEmpty()) {
				this.endsAt = now() + TimeUnit.MILLISECONDS.toNanos((millis > 0) ? millis + 1 : SOON_MILLIS);
				arm();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
