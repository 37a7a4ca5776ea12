// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.Attempt;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Utf8;

/**
 * Promotes the due tasks of one queue. The process that promoted last does it again;
 * every promotion is announced, with the time of the next, and the other processes come
 * in only when an announcement is overdue. So each head is promoted by one script however
 * many processes wait for it. All times are differences, by the monotonic clock here and
 * by the server's there.
 */
final class Promoter {

	private static final Logger logger = LoggerFactory.getLogger(Promoter.class);

	private static final long FALLBACK = TimeUnit.SECONDS.toNanos(1);

	private static final long RETRY = TimeUnit.MILLISECONDS.toNanos(200);

	private static final long GRACE = TimeUnit.MILLISECONDS.toNanos(200);

	private static final long NEVER = Long.MAX_VALUE;

	private static final long ORIGIN = System.nanoTime();

	private final FailureLog failures = new FailureLog(logger);

	private final DelayStore store;

	private final Background background;

	private final String me;

	/** By how much another's turn comes before this one's; differs between processes. */
	private final long grace = GRACE + ThreadLocalRandom.current().nextLong(GRACE / 2);

	private final CompletableFuture<Boolean> first = new CompletableFuture<>();

	/** Guards all that follows; nothing blocks under it. */
	private final ReentrantLock lock = new ReentrantLock();

	private Turn turn = Turn.VACANT;

	/** The time at which the first task is due, as far as is known. */
	private long dueAt = NEVER;

	/** When the state of the queue was last reported. */
	private long reportedAt = now();

	/** Before this nothing is tried, after a failure. */
	private long notBefore;

	private boolean promoting;

	/** The earliest due time that was announced while promoting. */
	private long announcedAt = NEVER;

	/** Whether another process promoted while this one was promoting. */
	private boolean crossed;

	private long timerAt = NEVER;

	private @Nullable Future<?> timer;

	private boolean stopped;

	Promoter(DelayStore store, Background background, String me) {
		this.store = store;
		this.background = background;
		this.me = me;
	}

	private static long now() {
		return System.nanoTime() - ORIGIN;
	}

	void start() {
		locked(() -> this.dueAt = now());
		fire();
	}

	/** Completes when a first promotion was tried. */
	CompletableFuture<Boolean> first() {
		return this.first;
	}

	/** Announcements may have been missed. */
	void missed() {
		locked(() -> {
			this.reportedAt = Math.min(this.reportedAt, now() - FALLBACK);
			// The reply that is under way may be older.
			this.announcedAt = now();
			arm();
		});
	}

	void announced(Announcement announcement) {
		locked(() -> {
			Long micros = announcement.micros();
			if (micros != null) {
				this.reportedAt = now();
			}
			if (announcement.promoter().equals(this.me)) {
				// The reply contains the rest.
				this.turn = Turn.MINE;
			}
			else {
				if (micros != null) {
					headIs(micros);
				}
				if (announcement.isResignation()) {
					this.turn = Turn.VACANT;
				}
				else if (!announcement.promoter().isEmpty()) {
					this.turn = Turn.ANOTHERS;
					this.crossed = true;
				}
			}
			arm();
		});
	}

	private void headIs(long micros) {
		long at = (micros < 0) ? NEVER : now() + TimeUnit.MICROSECONDS.toNanos(micros);
		if (this.promoting) {
			// It may be older or newer than the reply.
			this.announcedAt = Math.min(this.announcedAt, at);
		}
		else {
			this.dueAt = at;
		}
	}

	/** When the next promotion is tried unless an announcement comes before. */
	private long next() {
		long wait = switch (this.turn) {
			case MINE -> 0;
			case VACANT -> this.grace / 10;
			case ANOTHERS -> this.grace;
		};
		return Math.max(this.notBefore, Math.min(this.dueAt, this.reportedAt + FALLBACK) + wait);
	}

	/**
	 * A timer that is too early looks again by itself; that is cheaper than changing it.
	 */
	private void arm() {
		long at = next();
		if (this.stopped || this.promoting || at >= this.timerAt) {
			return;
		}
		if (this.timer != null) {
			this.timer.cancel(false);
		}
		this.timerAt = at;
		try {
			this.timer = this.background.timer().schedule(this::fire, Math.max(0, at - now()), TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "Shut down");
		}
	}

	private void fire() {
		this.lock.lock();
		try {
			this.timerAt = NEVER;
			if (this.stopped || this.promoting) {
				return;
			}
			if (this.first.isDone() && now() < next()) {
				arm();
				return;
			}
			this.promoting = true;
			this.crossed = false;
			this.announcedAt = NEVER;
		}
		finally {
			this.lock.unlock();
		}
		Attempt.read(this.store.promote(this.me), Promotion::of).whenComplete((promotion, failure) -> {
			locked(() -> promoted(promotion, failure));
			if (promotion != null && promotion.headMicros() == 0) {
				// More than one script can move is due: the timer would only cost time.
				fire();
			}
		});
	}

	private void promoted(@Nullable Promotion promotion, @Nullable Throwable failure) {
		this.promoting = false;
		if (promotion == null) {
			if (failure instanceof RedisCommandException) {
				this.failures.warn(failure, "Cannot promote due tasks of delay queue '{}'; retrying",
						this.store.name());
			}
			else if (failure != null) {
				FailureLog.debug(logger, failure, "Cannot promote due tasks of delay queue '{}'; retrying",
						this.store.name());
			}
			this.notBefore = now() + RETRY + ThreadLocalRandom.current().nextLong(RETRY / 2);
		}
		else {
			this.reportedAt = now();
			headIs(promotion.headMicros());
			this.store.lost(promotion.lostTimes(), promotion.lostContents());
			this.store.dropped(promotion.droppedLetters());
			this.dueAt = Math.min(this.dueAt, this.announcedAt);
			if (!this.crossed) {
				this.turn = Turn.MINE;
			}
		}
		this.first.complete(promotion != null);
		arm();
	}

	void stop() {
		locked(() -> {
			if (!this.stopped) {
				this.stopped = true;
				this.first.complete(false);
				if (this.timer != null) {
					this.timer.cancel(false);
				}
				if (this.turn == Turn.MINE) {
					this.store.resign().whenComplete((receivers, failure) -> {
						if (failure != null) {
							FailureLog.debug(logger, failure, "Cannot resign from promoting delay queue '{}'",
									this.store.name());
						}
					});
				}
			}
		});
	}

	private void locked(Runnable change) {
		this.lock.lock();
		try {
			change.run();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * What a script has done.
	 *
	 * @param headMicros until the next task is due, negative if there is none
	 * @param lostTimes tasks whose time was lost
	 * @param lostContents tasks whose content was lost
	 * @param droppedLetters dead letters that had to make room for those
	 */
	private record Promotion(long headMicros, long lostTimes, long lostContents, long droppedLetters) {

		static Promotion of(List<Object> reply) {
			return new Promotion(Utf8.number(reply.get(1)), Utf8.number(reply.get(2)), Utf8.number(reply.get(3)),
					Utf8.number(reply.get(4)));
		}

	}

	/** The process that promotes next. */
	private enum Turn {

		MINE, ANOTHERS, VACANT

	}

}
