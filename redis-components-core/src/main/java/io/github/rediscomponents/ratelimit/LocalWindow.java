package io.github.rediscomponents.ratelimit;

import java.util.Arrays;

/**
 * At most so much in any span of a period, in sixteen slices of it: what was taken comes
 * back when the whole of its slice is a period ago, so late by less than a slice, and
 * memory does not grow with the limit.
 */
final class LocalWindow implements LocalCount {

	private static final int SLICES = 16;

	private final long most;

	private final long slice;

	private final long start;

	/** One more than a period has, because the oldest is over only in part. */
	private final long[] taken = new long[SLICES + 1];

	private long newest;

	LocalWindow(long most, long nanos, long now) {
		this.most = most;
		this.slice = (nanos + SLICES - 1) / SLICES;
		this.start = now;
	}

	@Override
	public long left(long now) {
		long current = Math.max(this.newest, (now - this.start) / this.slice);
		for (long i = Math.max(this.newest + 1, current - SLICES); i <= current; i++) {
			this.taken[index(i)] = 0;
		}
		this.newest = current;
		return this.most - Arrays.stream(this.taken).sum();
	}

	@Override
	public void charge(long cost) {
		this.taken[index(this.newest)] += cost;
	}

	private int index(long number) {
		return (int) (number % this.taken.length);
	}

}
