// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.concurrent.TimeUnit;

/**
 * Measures handlers to determine how many messages to hold ready for them: as many as
 * they finish in a moment. Further messages would wait here while handlers of other
 * processes are idle.
 */
final class Pace {

	private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	/** Number of measurements after which the weight of earlier ones has halved. */
	private static final int MEMORY = 4;

	private final int handlers;

	private final int most;

	/** Average time of a handler; 0 while unknown. */
	private volatile long average;

	private volatile long lastAt;

	Pace(int handlers, int most) {
		this.handlers = handlers;
		this.most = most;
	}

	/** A handler ended. Two at once may count as one. */
	void ended(long nanos) {
		long known = this.average;
		this.average = Math.max(1, (known == 0) ? nanos : known + (nanos - known) / MEMORY);
		this.lastAt = System.nanoTime();
	}

	/** How many messages to hold ready. */
	int ahead() {
		long known = this.average;
		if (known == 0 || System.nanoTime() - this.lastAt > MOMENT_NANOS) {
			// The present handlers may be slower than those before.
			return 0;
		}
		return (int) Math.min(this.most, this.handlers * MOMENT_NANOS / known);
	}

}
