// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * How much a machine delays its threads, which bounds of time in tests have to allow for.
 * A thread rests for a short time again and again, and remembers how late it went on.
 */
public final class Stalls implements AutoCloseable {

	private static final Duration REST = Duration.ofMillis(5);

	private final Queue<Stall> stalls = new ConcurrentLinkedQueue<>();

	private final Thread thread = new Thread(this::watch, "stalls");

	private volatile boolean over;

	private Stalls() {
	}

	/** Begins to watch. */
	public static Stalls begin() {
		Stalls stalls = new Stalls();
		stalls.thread.setDaemon(true);
		stalls.thread.start();
		return stalls;
	}

	private void watch() {
		while (!this.over) {
			long began = System.nanoTime();
			LockSupport.parkNanos(REST.toNanos());
			long ended = System.nanoTime();
			this.stalls.add(new Stall(ended, Duration.ofNanos(ended - began).minus(REST)));
		}
	}

	/** Returns the longest delay that ended since a moment of {@link System#nanoTime}. */
	public Duration longestSince(long nanos) {
		return this.stalls.stream()
			.filter((stall) -> stall.ended() - nanos >= 0)
			.map(Stall::time)
			.max(Duration::compareTo)
			.orElse(Duration.ZERO);
	}

	@Override
	public void close() {
		this.over = true;
	}

	private record Stall(long ended, Duration time) {
	}

}
