package io.github.rediscomponents.cache;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * One attempt of this process to get a missing value. One thread leads it; others wait
 * for its outcome.
 *
 * @param <V> the type of the values
 */
final class Flight<V> {

	private final String text;

	private final byte[] token;

	private final long generation;

	private final CompletableFuture<@Nullable Outcome<V>> outcome = new CompletableFuture<>();

	private final Semaphore signals;

	private volatile @Nullable RuntimeException failure;

	/**
	 * Creates a flight.
	 * @param text the key's text
	 * @param token identifies the lease
	 * @param generation the cache's generation before anything was loaded
	 * @param signals gets a permit when the leader should look again
	 */
	Flight(String text, byte[] token, long generation, Semaphore signals) {
		this.text = text;
		this.token = token;
		this.generation = generation;
		this.signals = signals;
	}

	String text() {
		return this.text;
	}

	byte[] token() {
		return this.token;
	}

	long generation() {
		return this.generation;
	}

	/**
	 * Tells those who wait. Only the first call counts.
	 * @param result null if the attempt failed and somebody else should try
	 */
	void finish(@Nullable Outcome<V> result) {
		this.outcome.complete(result);
	}

	/**
	 * Ends it without an outcome, for a reason that those who wait share.
	 */
	void fail(RuntimeException reason) {
		this.failure = reason;
		finish(null);
	}

	/**
	 * Throws what the flight failed with, if those who wait share that.
	 */
	void throwFailure() {
		RuntimeException known = this.failure;
		if (known != null) {
			throw known;
		}
	}

	boolean isDone() {
		return this.outcome.isDone();
	}

	/**
	 * Whether it ended without an outcome.
	 */
	boolean isAbandoned() {
		return this.outcome.isDone() && this.outcome.join() == null;
	}

	/**
	 * Waits for the outcome.
	 * @return null if there is none, or none in time
	 */
	@Nullable Outcome<V> await(long deadlineNanos) throws InterruptedException {
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
	 * Something happened to the key: the leader should look again.
	 */
	void signal() {
		this.signals.release();
	}

	/**
	 * Has a permit when the leader should look again.
	 */
	Semaphore signals() {
		return this.signals;
	}

}
