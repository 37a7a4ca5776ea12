// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Tracks the parts of Redis that do not answer: all of it, or on a cluster a slot. One
 * call at a time probes such a part; the others do not wait for a time-out.
 */
final class Outages {

	private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

	/** After how long without a try a part no longer counts as away. */
	private static final long FORGOTTEN_NANOS = TimeUnit.SECONDS.toNanos(5);

	private final CommandPort redis;

	private final LongSupplier nanos;

	/** By slot: when the next call may try. */
	private final ConcurrentMap<Integer, AtomicLong> nextTries = new ConcurrentHashMap<>();

	private volatile long forgotAt;

	Outages(CommandPort redis, LongSupplier nanos) {
		this.redis = redis;
		this.nanos = nanos;
		this.forgotAt = nanos.getAsLong();
	}

	/**
	 * Returns whether to go without Redis. A caller that is rejected during an outage is
	 * the one that tries, and reports {@link #began} or {@link #ended}.
	 */
	boolean prevents(Attempt attempt) {
		if (this.nextTries.isEmpty()) {
			return false;
		}
		AtomicLong next = this.nextTries.get(slot(attempt));
		if (next == null) {
			return false;
		}
		long known = next.get();
		long now = this.nanos.getAsLong();
		return now - known < 0 || !next.compareAndSet(known, now + this.redis.timeout().toNanos() + PAUSE_NANOS);
	}

	void began(Attempt attempt, Throwable reason) {
		this.redis.troubles().began(this, Troubles.Kind.LIMIT_NOT_ENFORCED, "rate-limit", "", reason);
		// A new one, which is not the one that is being forgotten.
		this.nextTries.put(slot(attempt), new AtomicLong(this.nanos.getAsLong() + PAUSE_NANOS));
	}

	void ended(Attempt attempt) {
		if (!this.nextTries.isEmpty()) {
			this.nextTries.remove(slot(attempt));
			forgetUnused();
			if (this.nextTries.isEmpty()) {
				this.redis.troubles().ended(this, Troubles.Kind.LIMIT_NOT_ENFORCED);
			}
		}
	}

	/**
	 * A slot may have no other subject, and before the first connection the slot of a
	 * subject is not known.
	 */
	private void forgetUnused() {
		long now = this.nanos.getAsLong();
		if (now - this.forgotAt > PAUSE_NANOS) {
			this.forgotAt = now;
			this.nextTries.values().removeIf((next) -> now - next.get() > FORGOTTEN_NANOS);
		}
	}

	private int slot(Attempt attempt) {
		return this.redis.slot(attempt.keys()[0]);
	}

}
