package io.github.rediscomponents.cache;

import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Utf8;

/**
 * What this process knows about the generation of one cache. Entries of older generations
 * are invisible.
 */
final class Generation {

	static final long UNKNOWN = -1;

	private final Runnable onAdvance;

	private final AtomicLong known = new AtomicLong(UNKNOWN);

	private volatile long checkedAt;

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
			return (reply != null) ? Utf8.number(reply) : UNKNOWN;
		}
		catch (NumberFormatException ex) {
			return UNKNOWN;
		}
	}

	long known() {
		return this.known.get();
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
		this.doubtful = true;
	}

	/**
	 * It was read.
	 * @param value what was read
	 * @param sentNanos when the reading began; a clear can have happened since
	 */
	void checked(long value, long sentNanos) {
		this.doubtful = false;
		this.checkedAt = sentNanos;
		learn(value);
	}

	/**
	 * Somebody knows this generation.
	 */
	void learn(long value) {
		if (value > this.known.get()) {
			long before = this.known.getAndAccumulate(value, Math::max);
			if (before != UNKNOWN && before < value) {
				this.onAdvance.run();
			}
		}
	}

}
