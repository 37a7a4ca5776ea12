// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.FailureLog;

/**
 * The numbers of the messages that were heard, by sender. Messages that go through
 * different masters of a cluster arrive in any order, so a missing number counts only a
 * moment after its sender has announced it. A sender that has promised an announcement
 * and is silent may have died or been stopped before it could announce what was lost:
 * that counts as a missing message.
 */
final class HeardNumbers {

	private static final Logger logger = LoggerFactory.getLogger(HeardNumbers.class);

	/** For messages that come through another master than the announcement. */
	static final Duration SETTLING = Duration.ofMillis(250);

	/** A sender that is forgotten looks like one whose messages are missing. */
	private static final Duration KEPT = Duration.ofDays(1);

	/** The longest interval of a sender that is believed. */
	private static final long LONGEST_MILLIS = 60_000;

	private static final int MOST_SENDERS = 10_000;

	/** Beyond it too much is missing to wait for. */
	private static final int MOST_AHEAD = 100_000;

	private final Cache<String, Sender> senders = Caffeine.newBuilder()
		.maximumSize(MOST_SENDERS)
		.expireAfterAccess(KEPT)
		.executor(Runnable::run)
		.build();

	private final String own;

	private final ScheduledExecutorService timer;

	private final Runnable onGap;

	private final BooleanSupplier learning;

	/**
	 * Nothing heard yet.
	 * @param own the name of this process, which knows its own changes
	 * @param timer waits for messages that are under way
	 * @param learning whether announcements are taken as they come, because nothing is
	 * cached yet
	 * @param onGap called when a message is missing
	 */
	HeardNumbers(String own, ScheduledExecutorService timer, BooleanSupplier learning, Runnable onGap) {
		this.own = own;
		this.timer = timer;
		this.learning = learning;
		this.onGap = onGap;
	}

	/**
	 * A message was heard.
	 * @param interval in which an announcement is expected if none was promised
	 */
	void heard(String name, long number, Duration interval) {
		Sender sender = of(name);
		if (sender.add(number)) {
			this.onGap.run();
		}
		if (sender.surprises(number)) {
			expect(name, sender, number, interval.toMillis());
		}
	}

	/**
	 * A sender that rests has announced its numbers.
	 */
	void announced(String name, long settled) {
		Sender sender = of(name);
		settled(sender, settled);
		sender.rest(settled);
	}

	/**
	 * A sender has announced its numbers, and that it will do so again.
	 * @param taken the last number that it has taken
	 * @param millis until then
	 */
	void announced(String name, long settled, long taken, long millis) {
		Sender sender = of(name);
		settled(sender, settled);
		expect(name, sender, taken, millis);
	}

	private void settled(Sender sender, long settled) {
		if (this.learning.getAsBoolean()) {
			sender.skipTo(settled);
		}
		else if (sender.misses(settled)) {
			later(() -> check(sender, settled), 0);
		}
	}

	private void expect(String name, Sender sender, long taken, long millis) {
		if (name.equals(this.own)) {
			return;
		}
		long turn = sender.expect(taken);
		later(() -> {
			// While nothing arrives at all, the silence of one sender says nothing more.
			if (sender.isSilentSince(turn) && !this.learning.getAsBoolean()) {
				logger.info("Process {} has sent messages between caches and announces nothing more", name);
				this.onGap.run();
			}
		}, 2 * Math.min(millis, LONGEST_MILLIS));
	}

	private void later(Runnable task, long millis) {
		try {
			this.timer.schedule(task, millis + SETTLING.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "Shut down while a message was expected");
		}
	}

	private void check(Sender sender, long settled) {
		if (sender.skipTo(settled)) {
			this.onGap.run();
		}
	}

	private Sender of(String name) {
		return this.senders.get(name, (key) -> new Sender());
	}

	/**
	 * What was heard of one process.
	 */
	private static final class Sender {

		private final ReentrantLock lock = new ReentrantLock();

		/** Everything up to here was heard, or is given up. */
		private long heard;

		/** What was heard beyond that. */
		private final Set<Long> ahead = new HashSet<>();

		/** The last number that it is known to have taken. */
		private long taken;

		/** How often an announcement was promised or came. */
		private long turn;

		private boolean promised;

		/** Returns whether a message came without a promise of an announcement. */
		boolean surprises(long number) {
			this.lock.lock();
			try {
				return !this.promised && number > this.taken;
			}
			finally {
				this.lock.unlock();
			}
		}

		/**
		 * Another announcement is to come.
		 * @return identifies the promise
		 */
		long expect(long known) {
			this.lock.lock();
			try {
				this.taken = Math.max(this.taken, known);
				this.promised = true;
				return ++this.turn;
			}
			finally {
				this.lock.unlock();
			}
		}

		/** No other announcement is to come, unless more was taken meanwhile. */
		void rest(long settled) {
			this.lock.lock();
			try {
				if (settled >= this.taken) {
					this.taken = settled;
					this.promised = false;
					this.turn++;
				}
			}
			finally {
				this.lock.unlock();
			}
		}

		/** Returns whether no announcement came since one was promised; once. */
		boolean isSilentSince(long promise) {
			this.lock.lock();
			try {
				boolean silent = this.promised && this.turn == promise;
				this.promised = this.promised && !silent;
				return silent;
			}
			finally {
				this.lock.unlock();
			}
		}

		/** Returns whether too much is missing. */
		boolean add(long number) {
			this.lock.lock();
			try {
				if (number > this.heard + 1) {
					this.ahead.add(number);
					return this.ahead.size() > MOST_AHEAD && skip(number);
				}
				if (number == this.heard + 1) {
					this.heard = number;
					absorb();
				}
				return false;
			}
			finally {
				this.lock.unlock();
			}
		}

		boolean misses(long settled) {
			this.lock.lock();
			try {
				return this.heard < settled;
			}
			finally {
				this.lock.unlock();
			}
		}

		/** Returns whether something was missing. */
		boolean skipTo(long settled) {
			this.lock.lock();
			try {
				return this.heard < settled && skip(settled);
			}
			finally {
				this.lock.unlock();
			}
		}

		private boolean skip(long number) {
			this.heard = number;
			this.ahead.removeIf((known) -> known <= number);
			absorb();
			return true;
		}

		private void absorb() {
			while (!this.ahead.isEmpty() && this.ahead.remove(this.heard + 1)) {
				this.heard++;
			}
		}

	}

}
