// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.Thrown;

/**
 * Reads the numbers of many queues in few round trips: those of up to {@value #TOGETHER}
 * queues are under way at once. Waits for them for a bounded time, and asks for a queue
 * again only when its reply of before has arrived or failed.
 */
final class QueueLooks {

	/** How many queues are read in one round trip. */
	static final int TOGETHER = 64;

	/** The longest that all round trips of a look take together. */
	static final Duration PATIENCE = Duration.ofSeconds(2);

	private final QueueSource queues;

	private final LongAdder scripts = new LongAdder();

	private final Lock reading = new ReentrantLock();

	/** Replies that were not waited for to the end, by queue. */
	private final Map<String, CompletableFuture<QueueLook>> late = new HashMap<>();

	QueueLooks(QueueSource queues) {
		this.queues = queues;
	}

	/** Returns how many scripts were sent. */
	long scripts() {
		return this.scripts.sum();
	}

	/**
	 * Reads a queue for somebody who waits for it.
	 * @param name a declared queue
	 */
	QueueLook read(String name) {
		// The replies fail by themselves after the timeout of the connection.
		Object found = awaited(this.queues.lookAsync(name).toCompletableFuture(), Long.MAX_VALUE);
		if (found instanceof QueueLook look) {
			return look;
		}
		if (found instanceof Error error) {
			throw error;
		}
		throw (RuntimeException) found;
	}

	/**
	 * Reads queues.
	 * @param names declared queues
	 * @return a {@link QueueLook}, or the exception that the queue failed with, by name
	 */
	Map<String, Object> read(Collection<String> names) {
		this.reading.lock();
		try {
			return readAll(List.copyOf(names));
		}
		finally {
			this.reading.unlock();
		}
	}

	private Map<String, Object> readAll(List<String> names) {
		Map<String, Object> found = new LinkedHashMap<>();
		names.forEach((name) -> found.put(name, late()));
		this.late.values().removeIf(CompletableFuture::isDone);
		List<String> asked = names.stream().filter((name) -> !this.late.containsKey(name)).toList();
		long deadline = System.nanoTime() + PATIENCE.toNanos();
		int trips = (asked.size() + TOGETHER - 1) / TOGETHER;
		for (int i = 0; i < trips; i++) {
			long now = System.nanoTime();
			if (now - deadline >= 0) {
				break;
			}
			// Queues on a server that does not answer leave time for the others.
			readTogether(asked.subList(i * TOGETHER, Math.min(asked.size(), (i + 1) * TOGETHER)),
					now + (deadline - now) / (trips - i), found);
		}
		return found;
	}

	private void readTogether(List<String> names, long deadline, Map<String, Object> found) {
		Map<String, CompletableFuture<QueueLook>> replies = new LinkedHashMap<>();
		names.forEach((name) -> replies.put(name, sent(name)));
		replies.forEach((name, reply) -> {
			found.put(name, awaited(reply, deadline));
			if (!reply.isDone()) {
				this.late.put(name, reply);
			}
		});
	}

	private CompletableFuture<QueueLook> sent(String name) {
		try {
			this.scripts.add(this.queues.scripts(name));
			return this.queues.lookAsync(name).toCompletableFuture();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	/** What a merge reads is bounded by itself, so an interrupt is kept for later. */
	private static Object awaited(CompletableFuture<QueueLook> reply, long deadline) {
		boolean interrupted = false;
		try {
			while (true) {
				try {
					return (deadline == Long.MAX_VALUE) ? reply.get()
							: reply.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
				catch (TimeoutException ex) {
					return late();
				}
				catch (ExecutionException ex) {
					return Thrown.unwrapped(ex);
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private static RedisUnavailableException late() {
		return new RedisUnavailableException("Redis did not answer in time", Outcome.UNKNOWN, null);
	}

}
