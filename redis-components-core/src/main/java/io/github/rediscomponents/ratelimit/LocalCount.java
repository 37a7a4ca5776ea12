// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.util.concurrent.TimeUnit;

/**
 * Counts one limit for one subject in this process. Not safe for several threads.
 */
interface LocalCount {

	/**
	 * Brings the count up to a moment.
	 * @param now by {@link System#nanoTime()}, never before an earlier one
	 * @return how much may be taken
	 */
	long left(long now);

	/**
	 * Takes at the moment of the last {@link #left(long)}.
	 * @param cost at most the rest
	 */
	void charge(long cost);

	/**
	 * When a cost will be admitted if nothing else is taken, from the moment of the last
	 * {@link #left(long)} on.
	 * @param cost more than was left
	 * @return above 0; as for the most that is ever admitted if the cost is more than
	 * that
	 */
	long nanosUntil(long cost);

	/**
	 * Returns a count of a share of a limit. A share of less than one unit is one unit in
	 * a correspondingly longer time, a century at the most in a window.
	 */
	static LocalCount of(Limit limit, double share, long now) {
		double rate = limit.limit() * share;
		double nanos = limit.period().toNanos();
		if (limit.algorithm().hasBurst()) {
			return new LocalBucket(Math.max(1, (long) (limit.burst() * share)), rate / nanos, now);
		}
		long most = Math.max(1, (long) rate);
		long span = (long) Math.min(nanos * Math.max(1, most / rate), TimeUnit.DAYS.toNanos(36_525));
		return new LocalWindow(most, span, now);
	}

}
