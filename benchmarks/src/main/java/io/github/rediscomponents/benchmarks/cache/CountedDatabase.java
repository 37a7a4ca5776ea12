// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.cache;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * A database of a limited number of connections, whose queries take a fixed time and are
 * counted per tenth of a second.
 */
final class CountedDatabase {

	static final int BUCKET_MILLIS = 100;

	private final Semaphore connections;

	private final long queryMillis;

	private final AtomicIntegerArray queries;

	private final AtomicLong total = new AtomicLong();

	private volatile long began = System.nanoTime();

	CountedDatabase(int connections, long queryMillis, int seconds) {
		this.connections = new Semaphore(connections, true);
		this.queryMillis = queryMillis;
		this.queries = new AtomicIntegerArray(seconds * 1000 / BUCKET_MILLIS);
	}

	/** Time zero of the counts. */
	void begin() {
		this.began = System.nanoTime();
	}

	long millis() {
		return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - this.began);
	}

	/** Looks up a row. */
	@Nullable String find(String id) throws InterruptedException {
		int bucket = (int) (millis() / BUCKET_MILLIS);
		if (bucket < this.queries.length()) {
			this.queries.incrementAndGet(bucket);
		}
		this.total.incrementAndGet();
		this.connections.acquire();
		try {
			TimeUnit.MILLISECONDS.sleep(this.queryMillis);
		}
		finally {
			this.connections.release();
		}
		return id.startsWith("unknown") ? null : "row " + id;
	}

	long total() {
		return this.total.get();
	}

	/** How many queries began in each tenth of a second. */
	int[] perBucket() {
		int[] counts = new int[this.queries.length()];
		for (int i = 0; i < counts.length; i++) {
			counts[i] = this.queries.get(i);
		}
		return counts;
	}

}
