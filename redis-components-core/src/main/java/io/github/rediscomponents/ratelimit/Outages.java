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

	private final CommandPort redis;

	private final LongSupplier nanos;

	/** By slot: when the next call may try. */
	private final ConcurrentMap<Integer, AtomicLong> nextTries = new ConcurrentHashMap<>();

	Outages(CommandPort redis, LongSupplier nanos) {
		this.redis = redis;
		this.nanos = nanos;
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
		this.nextTries.computeIfAbsent(slot(attempt), (slot) -> new AtomicLong())
			.set(this.nanos.getAsLong() + PAUSE_NANOS);
	}

	void ended(Attempt attempt) {
		if (!this.nextTries.isEmpty()) {
			this.nextTries.remove(slot(attempt));
			if (this.nextTries.isEmpty()) {
				this.redis.troubles().ended(this, Troubles.Kind.LIMIT_NOT_ENFORCED);
			}
		}
	}

	private int slot(Attempt attempt) {
		return this.redis.slot(attempt.keys()[0]);
	}

}
