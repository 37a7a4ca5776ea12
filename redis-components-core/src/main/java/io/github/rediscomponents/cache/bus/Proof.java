// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.cache.Invalidation;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.LocalLevelStatus;
import io.github.rediscomponents.support.Troubles;

/**
 * The proof that messages arrive: probes that this process publishes through every master
 * and hears again. What was published through a master before a probe arrives before it,
 * so the proof is good until two probe intervals after the probe was sent, by the
 * monotonic clock: a connection that hangs, a process that was stopped, and messages that
 * are heard late all let it lapse by itself.
 */
final class Proof {

	private static final Logger logger = LoggerFactory.getLogger(Proof.class);

	private static final String SILENT = "no probe came back for two probe intervals";

	private final Invalidation way;

	private final LongSupplier nanos;

	private final Troubles troubles;

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<String, Master> masters = new HashMap<>();

	private LocalLevelState state = LocalLevelState.DOWN;

	private String reason = "not connected yet";

	private volatile BooleanSupplier mayOpen = () -> true;

	private long probedAt;

	private long lastProbe;

	/** Since when nothing was heard, for a connection that hangs. */
	private long silentSince;

	private volatile long until;

	private volatile int era;

	/** Written before the other one. */
	private volatile int provenEra = -1;

	private volatile long provenUntil;

	/**
	 * Proves nothing yet.
	 * @param way in which changes are heard of
	 * @param nanos the monotonic clock
	 * @param firstEra the first era, far from those of the other ways
	 * @param troubles is told while local levels are bypassed
	 */
	Proof(Invalidation way, LongSupplier nanos, int firstEra, Troubles troubles) {
		this.way = way;
		this.troubles = troubles;
		this.nanos = nanos;
		this.era = firstEra;
		this.silentSince = nanos.getAsLong();
		this.until = this.silentSince;
		this.provenUntil = this.silentSince;
	}

	/**
	 * Sets what has to hold beside the proof before local levels serve.
	 */
	void openWhen(BooleanSupplier condition) {
		this.mayOpen = condition;
	}

	/**
	 * Returns whether messages arrive.
	 * @param now by the monotonic clock
	 */
	boolean isGood(long now) {
		return now - this.until < 0;
	}

	/**
	 * Returns the number of the present stretch of time without a missed message.
	 */
	int era() {
		return this.era;
	}

	/**
	 * Returns the last era in which messages arrived.
	 */
	int provenEra() {
		return this.provenEra;
	}

	/**
	 * Returns until when it was proven last that messages arrive.
	 */
	long provenUntil() {
		return this.provenUntil;
	}

	/**
	 * Returns how far it is proven, and what keeps local levels from serving.
	 * @param used whether there are local levels
	 */
	LocalLevelStatus status(boolean used) {
		this.lock.lock();
		try {
			if (!used) {
				return new LocalLevelStatus(this.way, LocalLevelState.OFF, "no cache uses it");
			}
			if (this.state == LocalLevelState.UP && !isGood(this.nanos.getAsLong())) {
				return new LocalLevelStatus(this.way, LocalLevelState.SUBSCRIBED, SILENT);
			}
			return new LocalLevelStatus(this.way, this.state, this.reason);
		}
		finally {
			this.lock.unlock();
		}
	}

	/** What brings the messages is in force, perhaps again. */
	void subscribed() {
		this.lock.lock();
		try {
			this.silentSince = this.nanos.getAsLong();
			begin(LocalLevelState.SUBSCRIBED, "connected anew; no probe has come back yet");
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Messages do not arrive.
	 * @param cause why
	 */
	void lost(String cause) {
		this.lock.lock();
		try {
			if (this.state != LocalLevelState.DOWN) {
				begin(LocalLevelState.DOWN, cause);
			}
			this.reason = cause;
			bypassed();
		}
		finally {
			this.lock.unlock();
		}
	}

	/** A message is missing: what is cached before now counts no more. */
	void gap() {
		startEmpty("A message between caches is missing");
	}

	/** Everything has changed: what is cached before now counts no more. */
	void flushed() {
		startEmpty("A database of Redis was emptied");
	}

	private void startEmpty(String cause) {
		this.lock.lock();
		try {
			this.era++;
			this.provenEra = this.era;
			logger.info("{}; local levels start empty ({})", cause, this.way);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Prepares a round of probes.
	 * @param nodes the masters that exist now
	 * @param interval nanoseconds between rounds
	 * @return the number of the round, or 0 if nothing is subscribed
	 */
	long nextRound(Set<String> nodes, long interval) {
		this.lock.lock();
		try {
			if (this.state == LocalLevelState.DOWN) {
				return 0;
			}
			long now = this.nanos.getAsLong();
			if (!this.masters.keySet().equals(nodes)) {
				if (!this.masters.isEmpty()) {
					begin(LocalLevelState.SUBSCRIBED, "the masters are others");
				}
				this.masters.clear();
				nodes.forEach((node) -> this.masters.put(node, new Master()));
			}
			else if (this.state == LocalLevelState.UP && !isGood(now)) {
				begin(LocalLevelState.SUBSCRIBED, SILENT);
			}
			this.lastProbe++;
			for (Master master : this.masters.values()) {
				master.sent(this.lastProbe, now, interval);
			}
			return this.lastProbe;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns whether nothing was heard for so long that the connection must be taken for
	 * broken; at most once in that time.
	 */
	boolean isSilent(long nanos) {
		this.lock.lock();
		try {
			long now = this.nanos.getAsLong();
			if (this.state == LocalLevelState.DOWN || now - this.silentSince < nanos) {
				return false;
			}
			this.silentSince = now;
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * A probe came back.
	 * @param node the master
	 * @param number the round
	 * @param interval nanoseconds between rounds
	 * @return whether the numbers of other processes have to be asked for now
	 */
	boolean echo(String node, long number, long interval) {
		this.lock.lock();
		try {
			Master master = this.masters.get(node);
			Long sentAt = (master != null) ? master.sentAt.get(number) : null;
			if (master == null || sentAt == null || this.state == LocalLevelState.DOWN) {
				return false;
			}
			long now = this.nanos.getAsLong();
			this.silentSince = now;
			if (this.state == LocalLevelState.UP && !isGood(now)) {
				begin(LocalLevelState.SUBSCRIBED, "a probe came back too late");
			}
			else if (master.hasMissed(number)) {
				begin(LocalLevelState.SUBSCRIBED, "a probe did not come back");
			}
			master.heard(number, sentAt);
			return advance(now, interval);
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean advance(long now, long interval) {
		long oldest = now;
		for (Master master : this.masters.values()) {
			if (master.heard == 0 || now - master.heardSentAt >= 2 * interval) {
				return false;
			}
			if (master.heardSentAt - oldest < 0) {
				oldest = master.heardSentAt;
			}
		}
		if (this.state == LocalLevelState.UP) {
			proven(oldest + 2 * interval);
			return false;
		}
		if (this.state == LocalLevelState.SUBSCRIBED) {
			this.state = LocalLevelState.PROBED;
			this.reason = "probes came back a moment ago";
			this.probedAt = now;
			this.era++;
			return true;
		}
		if (now - this.probedAt < interval) {
			return false;
		}
		if (!this.mayOpen.getAsBoolean()) {
			this.reason = "invalidations that failed are still repeated";
			return false;
		}
		this.state = LocalLevelState.UP;
		this.troubles.ended(this, Troubles.Kind.LOCAL_LEVEL_BYPASSED);
		this.era++;
		this.provenEra = this.era;
		proven(oldest + 2 * interval);
		this.reason = "";
		logger.info("Changes by other processes arrive ({}); local levels serve", this.way);
		return false;
	}

	private void proven(long end) {
		this.provenUntil = end;
		this.until = end;
	}

	private void bypassed() {
		this.troubles.began(this, Troubles.Kind.LOCAL_LEVEL_BYPASSED, "cache", this.way.name().toLowerCase(Locale.ROOT),
				this.reason);
	}

	private void begin(LocalLevelState changed, String cause) {
		if (this.state == LocalLevelState.UP) {
			logger.info("Local levels are bypassed and start empty ({}): {}", this.way, cause);
		}
		this.reason = cause;
		bypassed();
		long now = this.nanos.getAsLong();
		if (isGood(now)) {
			this.provenUntil = now;
		}
		this.until = now;
		this.era++;
		this.state = changed;
		this.masters.values().forEach(Master::forget);
	}

	/**
	 * The probes through one master.
	 */
	private static final class Master {

		/** The rounds that have not come back, with the times at which they were sent. */
		private final Map<Long, Long> sentAt = new LinkedHashMap<>();

		/** The last round that came back, or 0. */
		private long heard;

		private long heardSentAt;

		void sent(long number, long now, long interval) {
			this.sentAt.put(number, now);
			// One that comes back later proves nothing.
			this.sentAt.values().removeIf((at) -> now - at > 4 * interval);
		}

		boolean hasMissed(long number) {
			return this.heard != 0 && this.sentAt.keySet().iterator().next() != number;
		}

		void heard(long number, long sent) {
			this.heardSentAt = sent;
			this.heard = number;
			this.sentAt.keySet().removeIf((known) -> known <= number);
		}

		/** What was sent before is no proof of what comes. */
		void forget() {
			this.heard = 0;
			this.sentAt.clear();
		}

	}

}
