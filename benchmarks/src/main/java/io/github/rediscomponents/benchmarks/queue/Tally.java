// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.queue;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import io.github.rediscomponents.benchmarks.Waits;

/**
 * Counts what was handled, and when it was last.
 */
final class Tally {

	private final LongAdder count = new LongAdder();

	private final AtomicLong last = new AtomicLong(System.nanoTime());

	void add() {
		this.count.increment();
		this.last.lazySet(System.nanoTime());
	}

	long count() {
		return this.count.sum();
	}

	void reset() {
		this.count.reset();
	}

	/** Until the last one. */
	double perSecond(long sinceNanos) {
		return Math.max(1, count()) / Math.max(1e-9, (this.last.get() - sinceNanos) / 1e9);
	}

	/** Waits until so many were counted; returns whether they were. */
	boolean await(long expected, long millis) throws InterruptedException {
		long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
		while (count() < expected && System.nanoTime() - deadline < 0) {
			TimeUnit.MILLISECONDS.sleep(1);
		}
		return count() >= expected;
	}

	/** Waits until nothing came for a while. */
	void awaitQuiet(long millis) throws InterruptedException {
		long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
		long before;
		do {
			before = count();
			TimeUnit.MILLISECONDS.sleep(50);
		}
		while (count() > before && System.nanoTime() - deadline < 0);
	}

}
