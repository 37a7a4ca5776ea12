package io.github.rediscomponents.queue;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Gives what comes to those who wait for a task, in the order in which they came.
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
		// Whoever takes it ends the renewal; if nobody does, a handler may.
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
	public void share() {
		// Nothing waits here but those who take.
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

	/** Wakes all who wait, and who will; they get nothing. */
	void stop() {
		this.stopped = true;
		CompletableFuture<Lease> next = this.waiting.poll();
		while (next != null) {
			next.cancel(false);
			next = this.waiting.poll();
		}
	}

}
