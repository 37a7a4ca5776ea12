// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.flight;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * One attempt of this process to get a missing value. One thread leads it; others wait
 * for its outcome.
 *
 * @param <V> the type of the values
 * @since 1.0.0
 */
public final class Flight<V> {

	private final String text;

	private final byte[] token;

	private final long generation;

	private final long tick;

	private final CompletableFuture<@Nullable Found<V>> outcome = new CompletableFuture<>();

	private final Signals signals;

	private volatile @Nullable RuntimeException failure;

	private volatile boolean handedOver;

	/**
	 * Creates a flight.
	 * @param text the key's text
	 * @param token identifies the lease
	 * @param generation the cache's generation before anything was loaded
	 * @param tick of the cache's tags before anything was loaded
	 * @param signals tell the leader to look again
	 */
	Flight(String text, byte[] token, long generation, long tick, Signals signals) {
		this.text = text;
		this.token = token;
		this.generation = generation;
		this.tick = tick;
		this.signals = signals;
	}

	public String text() {
		return this.text;
	}

	public byte[] token() {
		return this.token;
	}

	public long generation() {
		return this.generation;
	}

	/**
	 * Returns the tick of the cache's tags before anything was loaded.
	 */
	public long tick() {
		return this.tick;
	}

	/**
	 * Ends the flight for the callers that wait. Only the first call counts.
	 * @param result null if the attempt failed and another caller should try
	 */
	public void finish(@Nullable Found<V> result) {
		this.outcome.complete(result);
	}

	/**
	 * Ends it without an outcome, for a reason that the callers that wait share.
	 */
	public void fail(RuntimeException reason) {
		this.failure = reason;
		finish(null);
	}

	/**
	 * Throws what the flight failed with, if the callers that wait share that.
	 */
	public void throwFailure() {
		RuntimeException known = this.failure;
		if (known != null) {
			throw known;
		}
	}

	/**
	 * Says whether another thread than the one that entered the flight ends it.
	 */
	public void handOver(boolean changed) {
		this.handedOver = changed;
	}

	public boolean isHandedOver() {
		return this.handedOver;
	}

	public boolean isDone() {
		return this.outcome.isDone();
	}

	/**
	 * Returns whether it ended without an outcome.
	 */
	boolean isAbandoned() {
		return this.outcome.isDone() && this.outcome.join() == null;
	}

	/**
	 * Waits for the outcome.
	 * @return null if there is none, or none in time
	 */
	public @Nullable Found<V> await(long deadlineNanos) throws InterruptedException {
		try {
			return this.outcome.get(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			return null;
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("A flight is never completed exceptionally", ex);
		}
	}

	/**
	 * Returns the outcome, null if there is none. Never completed exceptionally; to be
	 * completed by this flight only.
	 */
	public CompletableFuture<@Nullable Found<V>> outcome() {
		return this.outcome;
	}

	/**
	 * Something happened to the key: the leader should look again.
	 */
	void signal() {
		this.signals.raise();
	}

	/**
	 * Returns what tells the leader to look again.
	 */
	public Signals signals() {
		return this.signals;
	}

}
