package io.github.rediscomponents.cache;

import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Utf8;

/**
 * What this process knows about the generation of one cache. Entries of older generations
 * are invisible.
 *
 * <p>
 * Only the key of the generation teaches. A message announces a generation that is then
 * read; an entry teaches nothing, because one broken entry would hide all others.
 */
final class Generation {

	static final long UNKNOWN = -1;

	/**
	 * Microseconds until the year 2100, beyond which nothing is a generation. The scripts
	 * have the same number.
	 */
	static final long MAX = 4_102_444_800_000_000L;

	private final Runnable onAdvance;

	private final AtomicLong known = new AtomicLong(UNKNOWN);

	private volatile long told = UNKNOWN;

	private volatile long checkedAt;

	private volatile long doubtedAt = System.nanoTime();

	private volatile boolean doubtful = true;

	Generation(Runnable onAdvance) {
		this.onAdvance = onAdvance;
	}

	/**
	 * What a reply says.
	 * @return the generation, or {@link #UNKNOWN} if there is none
	 */
	static long parse(byte @Nullable [] reply) {
		try {
			long value = (reply != null) ? Utf8.number(reply) : UNKNOWN;
			return (value >= 0 && value <= MAX) ? value : UNKNOWN;
		}
		catch (NumberFormatException ex) {
			return UNKNOWN;
		}
	}

	/**
	 * What the key had when it was read last.
	 */
	long known() {
		return this.known.get();
	}

	/**
	 * The oldest generation whose entries are visible: the known one, or a newer one that
	 * was announced and could not be read yet.
	 */
	long visible() {
		return Math.max(this.known.get(), this.told);
	}

	/**
	 * Whether it has to be read before an entry may be trusted.
	 */
	boolean isDue(long maxAgeNanos) {
		return this.doubtful || System.nanoTime() - this.checkedAt > maxAgeNanos;
	}

	/**
	 * Messages may have been missed.
	 */
	void doubt() {
		this.doubtedAt = System.nanoTime();
		this.doubtful = true;
	}

	/**
	 * A message announces a generation.
	 */
	void told(long value) {
		if (value > visible() && value <= MAX) {
			this.told = value;
			doubt();
			this.onAdvance.run();
		}
	}

	/**
	 * It was read.
	 * @param value what was read
	 * @param sentNanos when the reading began; a clear can have happened since
	 */
	void checked(long value, long sentNanos) {
		if (sentNanos - this.doubtedAt >= 0) {
			this.doubtful = false;
			this.told = UNKNOWN;
		}
		this.checkedAt = sentNanos;
		learn(value);
	}

	/**
	 * The key has this generation.
	 */
	void learn(long value) {
		if (value > this.known.get() && value <= MAX) {
			long before = this.known.getAndAccumulate(value, Math::max);
			if (before != UNKNOWN && before < value) {
				this.onAdvance.run();
			}
		}
	}

}
