// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Utf8;

/**
 * The generation of one cache, as far as this process knows it. Entries of older
 * generations are invisible.
 *
 * <p>
 * Only the key of the generation is trusted. A message announces a generation that is
 * then read; an entry proves nothing, because one broken entry would hide all others.
 *
 * @since 1.0.0
 */
public final class Generation {

	public static final long UNKNOWN = -1;

	/**
	 * Microseconds until the year 2100, beyond which nothing is a generation. The scripts
	 * have the same number.
	 */
	public static final long MAX = 4_102_444_800_000_000L;

	private final Runnable onAdvance;

	private final AtomicLong known = new AtomicLong(UNKNOWN);

	/** Orders what is announced and what is read. */
	private final ReentrantLock lock = new ReentrantLock();

	private volatile long told = UNKNOWN;

	private volatile long checkedAt;

	private volatile long doubtedAt = System.nanoTime();

	private volatile boolean doubtful = true;

	public Generation(Runnable onAdvance) {
		this.onAdvance = onAdvance;
	}

	/**
	 * Returns what a reply says.
	 * @return the generation, or {@link #UNKNOWN} if there is none
	 */
	public static long parse(byte @Nullable [] reply) {
		try {
			long value = (reply != null) ? Utf8.number(reply) : UNKNOWN;
			return (value >= 0 && value <= MAX) ? value : UNKNOWN;
		}
		catch (NumberFormatException ex) {
			return UNKNOWN;
		}
	}

	/**
	 * Returns what the key had when it was read last.
	 */
	public long known() {
		return this.known.get();
	}

	/**
	 * Returns the oldest generation whose entries are visible: the known one, or a newer
	 * one that was announced and could not be read yet.
	 */
	public long visible() {
		return Math.max(this.known.get(), this.told);
	}

	/**
	 * Returns whether it has to be read before an entry may be trusted.
	 */
	public boolean isDue(long maxAgeNanos) {
		return this.doubtful || System.nanoTime() - this.checkedAt > maxAgeNanos;
	}

	/**
	 * Messages may have been missed.
	 */
	public void doubt() {
		this.lock.lock();
		try {
			this.doubtedAt = System.nanoTime();
			this.doubtful = true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * A message announces a generation.
	 */
	public void told(long value) {
		if (announce(value)) {
			this.onAdvance.run();
		}
	}

	private boolean announce(long value) {
		this.lock.lock();
		try {
			if (value <= visible() || value > MAX) {
				return false;
			}
			this.told = value;
			doubt();
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * It was read.
	 * @param value what was read
	 * @param sentNanos when the reading began; a clear can have happened since
	 */
	public void checked(long value, long sentNanos) {
		// First: what is visible must not go back in between.
		learn(value);
		this.lock.lock();
		try {
			if (sentNanos - this.doubtedAt >= 0) {
				this.doubtful = false;
				this.told = UNKNOWN;
			}
			this.checkedAt = sentNanos;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * The key has this generation.
	 */
	public void learn(long value) {
		if (value > this.known.get() && value <= MAX) {
			long before = this.known.getAndAccumulate(value, Math::max);
			if (before != UNKNOWN && before < value) {
				this.onAdvance.run();
			}
		}
	}

}
