// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.rediscomponents.sample.crowd.Reply;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.Recorder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the answers of a rush and measures them. Safe for use by any number of threads.
 */
final class Tally {

	private static final long LONGEST = TimeUnit.MINUTES.toMicros(2);

	private static final int DIGITS = 2;

	private static final double MILLIS = 1000;

	private final AtomicInteger accepted = new AtomicInteger();

	private final AtomicInteger refused = new AtomicInteger();

	private final AtomicInteger unclear = new AtomicInteger();

	private final AtomicInteger loggedIn = new AtomicInteger();

	private final Recorder recent = new Recorder(LONGEST, DIGITS);

	private final Histogram all = new Histogram(LONGEST, DIGITS);

	void add(Reply reply) {
		this.recent.recordValue(Math.min(LONGEST, TimeUnit.NANOSECONDS.toMicros(reply.took())));
		(reply.done() ? this.accepted : (reply.refused() ? this.refused : this.unclear)).incrementAndGet();
	}

	/** Counts a buyer who had to log in again. */
	void loggedInAgain() {
		this.loggedIn.incrementAndGet();
	}

	int accepted() {
		return this.accepted.get();
	}

	int refused() {
		return this.refused.get();
	}

	int unclear() {
		return this.unclear.get();
	}

	int loggedIn() {
		return this.loggedIn.get();
	}

	/**
	 * Returns median and 99 % in milliseconds of the answers since the last call, null if
	 * there were none.
	 */
	@Nullable Double[] recent() {
		Histogram times = this.recent.getIntervalHistogram();
		synchronized (this.all) {
			this.all.add(times);
		}
		return (times.getTotalCount() > 0) ? new @Nullable Double[] { millis(times.getValueAtPercentile(50)),
				millis(times.getValueAtPercentile(99)) } : new @Nullable Double[2];
	}

	/** Returns median, 99 % and the slowest of all answers, in milliseconds. */
	double[] overall() {
		synchronized (this.all) {
			return Arrays
				.stream(new long[] { this.all.getValueAtPercentile(50), this.all.getValueAtPercentile(99),
						this.all.getMaxValue() })
				.mapToDouble(Tally::millis)
				.toArray();
		}
	}

	private static double millis(long micros) {
		return micros / MILLIS;
	}

}
