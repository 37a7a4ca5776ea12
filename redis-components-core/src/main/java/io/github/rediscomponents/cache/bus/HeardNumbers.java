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

/**
 * The numbers of the messages that were heard, by sender. Messages that go through
 * different masters of a cluster arrive in any order, so a missing number counts only a
 * moment after its sender has announced it.
 */
final class HeardNumbers {

	private static final Logger logger = LoggerFactory.getLogger(HeardNumbers.class);

	/** For messages that come through another master than the announcement. */
	static final Duration SETTLING = Duration.ofMillis(250);

	/** A sender that is forgotten looks like one whose messages are missing. */
	private static final Duration KEPT = Duration.ofDays(1);

	private static final int MOST_SENDERS = 10_000;

	/** Beyond it too much is missing to wait for. */
	private static final int MOST_AHEAD = 100_000;

	private final Cache<String, Sender> senders = Caffeine.newBuilder()
		.maximumSize(MOST_SENDERS)
		.expireAfterAccess(KEPT)
		.executor(Runnable::run)
		.build();

	private final ScheduledExecutorService timer;

	private final Runnable onGap;

	private final BooleanSupplier learning;

	/**
	 * Nothing heard yet.
	 * @param timer waits for messages that are under way
	 * @param learning whether announcements are taken as they come, because nothing is
	 * cached yet
	 * @param onGap called when a message is missing
	 */
	HeardNumbers(ScheduledExecutorService timer, BooleanSupplier learning, Runnable onGap) {
		this.timer = timer;
		this.learning = learning;
		this.onGap = onGap;
	}

	void heard(String sender, long number) {
		if (of(sender).add(number)) {
			this.onGap.run();
		}
	}

	void announced(String name, long settled) {
		Sender sender = of(name);
		if (this.learning.getAsBoolean()) {
			sender.skipTo(settled);
		}
		else if (sender.misses(settled)) {
			try {
				this.timer.schedule(() -> check(sender, settled), SETTLING.toMillis(), TimeUnit.MILLISECONDS);
			}
			catch (RejectedExecutionException ex) {
				logger.debug("Shut down while a message was missing", ex);
			}
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
