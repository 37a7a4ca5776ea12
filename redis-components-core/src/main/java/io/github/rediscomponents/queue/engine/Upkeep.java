// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Utf8;

/**
 * Keeps the leases of a consumer by heartbeats, delivers due messages again, and removes
 * dead consumers. At most one recovery of a consumer is under way.
 */
final class Upkeep {

	private static final Logger logger = LoggerFactory.getLogger(Upkeep.class);

	private static final long LONGEST_PAUSE_MILLIS = 5000;

	/** Maximum time between recoveries without pending messages. */
	private static final long LONGEST_IDLE_MILLIS = 15_000;

	/** The first fields of the reply to a recovery; the deliveries follow. */
	private static final int RECOVERY_FIELDS = 9;

	private static final long NEVER = Long.MAX_VALUE;

	/** How many one script delivers. */
	private static final int MOST = 200;

	private static final long AGAIN_MILLIS = 100;

	/** Time after which a delivery whose reply is unknown here counts as lost. */
	private static final long ORPHANED_MILLIS = 1000;

	/** Back-offs that end one after the other are not worth a script each. */
	private static final long LEAST_PAUSE_MILLIS = 10;

	private final QueueConsumer consumer;

	private final GroupStore store;

	private final Holdings holdings;

	private final Background background;

	private final AtomicBoolean recovering = new AtomicBoolean();

	/** When the next back-off ends, by the monotonic clock, as far as is known. */
	private final AtomicLong retryAt = new AtomicLong(NEVER);

	/** Position at which to continue with messages without a time. */
	private volatile String cursor = "-";

	/** Whether the next recovery is to look around. */
	private final AtomicBoolean around = new AtomicBoolean();

	private volatile long forgotAt = System.nanoTime();

	/** When the last look around was sent. */
	private volatile long lookedAt = System.nanoTime();

	/** Whether something was under way at the last look, or has come since. */
	private volatile boolean busy = true;

	private volatile boolean suspicious;

	/** When a reply was lost last. */
	private volatile long suspiciousAt;

	private volatile boolean stopped;

	Upkeep(QueueConsumer consumer, GroupStore store, Background background) {
		this.consumer = consumer;
		this.holdings = consumer.holdings();
		this.store = store;
		this.background = background;
	}

	void start() {
		tickRecovery();
		after(this.holdings.settings().visibility().toMillis() / 3, this::tickHeartbeat);
	}

	void stop() {
		this.stopped = true;
	}

	boolean hasRetriesDue() {
		long at = this.retryAt.get();
		return at != NEVER && at - System.nanoTime() <= 0;
	}

	/** Messages may have been given back while the queue was paused. */
	void resumed() {
		this.around.set(true);
		recover();
	}

	/** Tries again, because there may be room for due messages. */
	void changed() {
		if (hasRetriesDue() && this.consumer.wants()) {
			recover();
		}
	}

	void retryIn(Duration delay) {
		long at = System.nanoTime() + delay.toNanos();
		if (this.retryAt.accumulateAndGet(at, (a, b) -> (a == NEVER || a - b > 0) ? b : a) == at) {
			// The server counts a millisecond more, and it must be over there.
			after(delay.toMillis() + 2, this::recoverDue);
		}
	}

	/** Without room it waits for {@link #changed()}. */
	private void recoverDue() {
		if (hasRetriesDue() && this.consumer.room() > 0) {
			recover();
		}
	}

	private void tickRecovery() {
		long pause = recoveryMillis();
		after(pause - ThreadLocalRandom.current().nextLong(pause / 5 + 1), this::tickRecovery);
		Collection<Lease> held = this.holdings.all();
		long visibility = this.holdings.settings().visibility().toNanos();
		this.consumer.settling().expire(held.stream().filter((lease) -> lease.isOver(visibility)).toList());
		if (this.suspicious || this.busy || !held.isEmpty() || !canWait(pause)) {
			look();
			this.around.set(true);
			recover();
		}
	}

	private long recoveryMillis() {
		return Math.min(this.holdings.settings().visibility().toMillis() / 3, LONGEST_PAUSE_MILLIS);
	}

	/** Whether the next tick comes early enough to look around. */
	private boolean canWait(long pauseMillis) {
		long idle = Math.min(this.holdings.settings().visibility().toMillis(), LONGEST_IDLE_MILLIS);
		return System.nanoTime() - this.lookedAt < TimeUnit.MILLISECONDS.toNanos(idle - pauseMillis);
	}

	/** Something came from the server. */
	void arrived() {
		this.busy = true;
	}

	private void recover() {
		if (this.stopped || this.consumer.isStopped() || !this.recovering.compareAndSet(false, true)) {
			return;
		}
		WorkQueueSettings by = this.holdings.settings();
		boolean looks = this.around.getAndSet(false);
		int room = Math.min(MOST, this.consumer.room());
		long now = System.nanoTime();
		boolean forget = looks
				&& now - this.forgotAt > Math.min(by.consumerTtl().toNanos(), TimeUnit.MINUTES.toNanos(1));
		if (forget) {
			this.forgotAt = now;
		}
		if (looks) {
			this.lookedAt = now;
			this.busy = false;
		}
		if (hasRetriesDue()) {
			this.retryAt.set(NEVER);
		}
		Object mark = this.consumer.underWay().begin(now);
		this.store.recover(by, room, looks, this.cursor, forget).whenComplete((reply, failure) -> {
			this.recovering.set(false);
			if (failure == null) {
				try {
					recovered(reply, looks, now);
				}
				catch (RuntimeException | Error ex) {
					notRecovered(ex);
				}
			}
			else {
				notRecovered(failure);
			}
			this.consumer.underWay().end(mark);
			if (this.around.get()) {
				// Another call requested it meanwhile, or there is more.
				recover();
			}
		});
	}

	private void notRecovered(Throwable failure) {
		if (GroupStore.isGone(failure)) {
			this.consumer.createGroup();
			return;
		}
		if (failure instanceof RedisCommandException) {
			this.holdings.warn(failure, "cannot recover messages of other processes; retrying");
		}
		this.holdings.debug(failure, "cannot recover messages now; retrying");
		this.busy = true;
		this.consumer.readFailed();
	}

	private void recovered(List<Object> reply, boolean looked, long sent) {
		long dead = Utf8.number(reply.get(2));
		if (dead > 0) {
			this.holdings.died((int) dead);
		}
		this.holdings.dropped(Utf8.number(reply.get(3)));
		List<Lease> claimed = new ArrayList<>();
		int known = this.holdings.all().size();
		for (Object each : reply.subList(RECOVERY_FIELDS, reply.size())) {
			List<?> parts = (List<?>) each;
			claimed.add(GroupStore.lease(parts.get(0), Utf8.number(parts.get(1)), parts.get(2), sent));
		}
		this.consumer.pausing().seen(Utf8.number(reply.get(8)) == 1, sent);
		this.consumer.arrived(claimed);
		long due = Utf8.number(reply.get(1));
		if (due >= 0) {
			retryIn(Duration.ofMillis(claimed.isEmpty() ? Math.max(due, LEAST_PAUSE_MILLIS) : due));
		}
		if (looked) {
			String next = Utf8.text(reply.get(5));
			this.cursor = next.isEmpty() ? "-" : next;
			if (Utf8.number(reply.get(4)) > 0) {
				this.consumer.share();
			}
			long had = Utf8.number(reply.get(7));
			if (had > 0 || Utf8.number(reply.get(6)) > 0) {
				this.busy = true;
			}
			if (had > known) {
				takeBack();
			}
			if (Utf8.number(reply.get(0)) == 1) {
				this.around.set(true);
			}
		}
	}

	private void tickHeartbeat() {
		WorkQueueSettings by = this.holdings.settings();
		long visibility = by.visibility().toMillis();
		after(visibility / 3, this::tickHeartbeat);
		extendHeld();
	}

	/**
	 * The reply to a read was lost: its deliveries are looked for without waiting for the
	 * next heartbeat.
	 */
	void readFailed() {
		this.suspiciousAt = System.nanoTime();
		if (!this.suspicious) {
			this.suspicious = true;
			after(ORPHANED_MILLIS + AGAIN_MILLIS, this::look);
		}
	}

	private void look() {
		if (this.suspicious) {
			extendHeld();
			takeBack();
		}
	}

	/** Extends the held leases, some at a time. */
	private void extendHeld() {
		List<Lease> kept = this.holdings.all().stream().filter(Lease::isRenewed).sorted(Lease::compare).toList();
		for (int from = 0; from < kept.size(); from += GroupStore.MOST) {
			extend(kept.subList(from, Math.min(kept.size(), from + GroupStore.MOST)));
		}
	}

	private void extend(List<Lease> kept) {
		long sent = System.nanoTime();
		this.store.extend(kept).whenComplete((reply, failure) -> {
			if (failure != null) {
				if (failure instanceof RedisCommandException) {
					this.holdings.warn(failure, "cannot extend the leases of this process; retrying");
				}
				this.holdings.debug(failure, "cannot send a heartbeat; retrying");
				return;
			}
			kept.forEach((lease) -> lease.extendedAt(sent));
			Set<String> gone = ((List<?>) reply.get(0)).stream().map(Utf8::text).collect(Collectors.toSet());
			// Messages that were settled during the request are not pending, either.
			kept.stream()
				.filter((lease) -> gone.contains(lease.id()) && this.holdings.contains(lease))
				.forEach(this.holdings::lost);
		});
	}

	/** Spares messages that a pending request may still bring. */
	private void takeBack() {
		takeBack(Math.max(ORPHANED_MILLIS, this.consumer.underWay().oldestMillis() + AGAIN_MILLIS), "-");
	}

	/**
	 * Returns messages that were delivered to this consumer in a lost reply.
	 * @param millis minimum time for which they have been pending
	 */
	private void takeBack(long millis, String from) {
		long sent = System.nanoTime();
		this.store.extend(List.of(), millis, from).whenComplete((reply, failure) -> {
			// Messages of later requests may have been pending for as long as this took.
			if (failure != null || System.nanoTime() - sent >= TimeUnit.MILLISECONDS.toNanos(millis)) {
				FailureLog.debug(logger, failure, "Cannot look for lost deliveries; retrying later");
				return;
			}
			List<?> pending = (List<?>) reply.get(1);
			List<Lease> unknown = new ArrayList<>();
			for (int i = 0; i < pending.size(); i += 2) {
				String id = Utf8.text(pending.get(i));
				if (!this.holdings.contains(id)) {
					unknown.add(Lease.unseen(id, (int) Utf8.number(pending.get(i + 1))));
				}
			}
			this.consumer.settling().takeBack(unknown);
			String next = Utf8.text(reply.get(2));
			if (!next.isEmpty()) {
				takeBack(millis, next);
			}
			else if (this.suspicious) {
				this.suspicious = sent - this.suspiciousAt < TimeUnit.MILLISECONDS.toNanos(millis);
				if (this.suspicious) {
					after(ORPHANED_MILLIS, this::look);
				}
			}
		});
	}

	private void after(long millis, Runnable task) {
		if (this.stopped) {
			return;
		}
		try {
			this.background.timer().schedule(() -> {
				if (!this.stopped) {
					task.run();
				}
			}, millis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "Shut down");
		}
	}

}
