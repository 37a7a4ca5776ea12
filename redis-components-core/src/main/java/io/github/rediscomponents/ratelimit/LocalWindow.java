// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.util.Arrays;

/**
 * Admits at most the limit in any span of the period, which has sixteen slices: an amount
 * comes back when the whole of its slice is a period ago, late by less than a slice.
 * Memory does not grow with the limit.
 */
final class LocalWindow implements LocalCount {

	private static final int SLICES = 16;

	private final long most;

	private final long slice;

	private final long start;

	/** Of the last look. */
	private long now;

	/** One more than a period has, because the oldest is over only in part. */
	private final long[] taken = new long[SLICES + 1];

	private long newest;

	LocalWindow(long most, long nanos, long now) {
		this.most = most;
		this.slice = (nanos + SLICES - 1) / SLICES;
		this.start = now;
		this.now = now;
	}

	@Override
	public long left(long now) {
		long current = Math.max(this.newest, (now - this.start) / this.slice);
		for (long i = Math.max(this.newest + 1, current - SLICES); i <= current; i++) {
			this.taken[index(i)] = 0;
		}
		this.newest = current;
		this.now = now;
		return this.most - Arrays.stream(this.taken).sum();
	}

	@Override
	public long nanosUntil(long cost) {
		long lacking = Math.min(cost, this.most) - (this.most - Arrays.stream(this.taken).sum());
		long oldest = Math.max(0, this.newest - SLICES);
		while (lacking > 0 && oldest <= this.newest) {
			lacking -= this.taken[index(oldest)];
			oldest++;
		}
		// Permits of a slice become available when the slice after the next sixteen
		// begins.
		return Math.max(1, this.start + (oldest + SLICES) * this.slice - this.now);
	}

	@Override
	public void charge(long cost) {
		this.taken[index(this.newest)] += cost;
	}

	private int index(long number) {
		return (int) (number % this.taken.length);
	}

}
