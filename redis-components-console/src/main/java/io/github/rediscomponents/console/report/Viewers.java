// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.report;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The viewers of the page in this process. A viewer that has not asked for five seconds
 * is gone.
 */
final class Viewers {

	private static final long GONE = TimeUnit.SECONDS.toNanos(5);

	private static final int MOST = 1000;

	private final Map<String, Long> asked = new ConcurrentHashMap<>();

	private final LongSupplier nanos;

	/** The last request of any viewer, by which more than the most count. */
	private volatile long last;

	private volatile boolean any;

	Viewers(LongSupplier nanos) {
		this.nanos = nanos;
	}

	void asked(String viewer) {
		long now = this.nanos.getAsLong();
		this.last = now;
		this.any = true;
		if (this.asked.size() < MOST || this.asked.containsKey(viewer)) {
			this.asked.put(viewer, now);
		}
	}

	boolean present() {
		return this.any && this.nanos.getAsLong() - this.last < GONE;
	}

	int count() {
		long now = this.nanos.getAsLong();
		this.asked.values().removeIf((at) -> now - at >= GONE);
		return this.asked.size();
	}

}
