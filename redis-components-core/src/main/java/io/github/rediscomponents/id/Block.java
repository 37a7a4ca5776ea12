// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * A range of ids that Redis granted, and how much of it is taken. Once used up or closed
 * it stays so, because the counter only grows.
 */
final class Block {

	/** Far beyond every size, and far from overflowing. */
	private static final long CLOSED = Long.MAX_VALUE / 2;

	final long first;

	final long size;

	/** Offset whose use triggers the request for the next block. */
	final long half;

	final Counter taken = new Counter();

	private volatile long usedWhenClosed = -1;

	private volatile long installedAt;

	private volatile @Nullable Future<?> retirement;

	Block(long first, long size) {
		this.first = first;
		this.size = size;
		this.half = size / 2;
	}

	long last() {
		return this.first + this.size - 1;
	}

	void installed(long nanoTime) {
		this.installedAt = nanoTime;
	}

	void retireBy(Future<?> timer) {
		this.retirement = timer;
	}

	/** Nothing more is taken from this block. */
	void close() {
		long before = this.taken.getAndSet(CLOSED);
		if (before < CLOSED) {
			this.usedWhenClosed = Math.min(before, this.size);
		}
		Future<?> timer = this.retirement;
		if (timer != null) {
			timer.cancel(false);
		}
	}

	/**
	 * Returns how many ids were taken in a given time at the rate at which this block was
	 * used.
	 */
	double usedPer(long nanos, long nanoTime) {
		long closed = this.usedWhenClosed;
		long used = (closed >= 0) ? closed : Math.min(this.taken.get(), this.size);
		return (double) used * nanos / Math.max(1, nanoTime - this.installedAt);
	}

	/**
	 * A counter that has its cache line to itself, so that taking an id does not push the
	 * block's other fields out of the caches of the other cores.
	 */
	static final class Counter extends AtomicLong {

		private static final long serialVersionUID = 1L;

		long p1, p2, p3, p4, p5, p6, p7;

	}

}
