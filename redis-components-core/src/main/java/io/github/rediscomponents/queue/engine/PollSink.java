// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/**
 * Gives messages to polls in the order of the polls.
 */
final class PollSink implements Sink {

	private final Queue<CompletableFuture<Lease>> waiting = new ConcurrentLinkedQueue<>();

	private volatile boolean stopped;

	@Override
	public int free() {
		return this.waiting.size();
	}

	@Override
	public int idle() {
		return free();
	}

	@Override
	public boolean wants() {
		return !this.waiting.isEmpty();
	}

	@Override
	public boolean offer(Lease lease) {
		// The poll ends the renewal; without one a handler may take it.
		CompletableFuture<Lease> next = this.waiting.poll();
		while (next != null) {
			if (next.complete(lease)) {
				return true;
			}
			next = this.waiting.poll();
		}
		return false;
	}

	@Override
	public boolean pass(Predicate<Lease> taker) {
		return false;
	}

	@Override
	public void share() {
		// Nothing waits here but polls.
	}

	@Override
	public void giveBack() {
		// Nothing waits here but polls.
	}

	CompletableFuture<Lease> waiter() {
		CompletableFuture<Lease> added = new CompletableFuture<>();
		this.waiting.add(added);
		if (this.stopped) {
			added.cancel(false);
		}
		return added;
	}

	void remove(CompletableFuture<Lease> waiter) {
		this.waiting.remove(waiter);
	}

	/** Wakes present and future polls, which get nothing. */
	void stop() {
		this.stopped = true;
		CompletableFuture<Lease> next = this.waiting.poll();
		while (next != null) {
			next.cancel(false);
			next = this.waiting.poll();
		}
	}

}
