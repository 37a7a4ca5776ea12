package io.github.rediscomponents.lock;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Hands what an {@link Acquisition} got to its caller. The {@link Stage} decides once
 * whether the acquisition ends by itself or is given up; where it ended by itself, the
 * caller takes the result, also when it is interrupted in that moment. Listeners hear of
 * it on the thread of the caller, so that none runs before the result is complete.
 */
final class HandOver {

	private final Keeper keeper;

	private final LockListener listener;

	private final long startNanos;

	private final CompletableFuture<@Nullable RedisLease> result = new CompletableFuture<>();

	private volatile long waitedNanos;

	HandOver(Keeper keeper, LockListener listener, long startNanos) {
		this.keeper = keeper;
		this.listener = listener;
		this.startNanos = startNanos;
	}

	void complete(@Nullable RedisLease lease) {
		this.waitedNanos = System.nanoTime() - this.startNanos;
		this.result.complete(lease);
	}

	void fail(Throwable failure) {
		this.result.completeExceptionally(failure);
	}

	void cancel() {
		this.result.cancel(false);
	}

	CompletableFuture<@Nullable RedisLease> result() {
		return this.result;
	}

	/**
	 * Waits for the result.
	 * @param giveUp ends the acquisition; false if it has ended by itself
	 * @return the lease, null if there is none; with the interrupt kept if it came just
	 * when the lease did
	 * @throws InterruptedException if the thread was interrupted; nothing is held
	 */
	@Nullable RedisLease await(BooleanSupplier giveUp) throws InterruptedException {
		try {
			return taken(this.result.get());
		}
		catch (InterruptedException ex) {
			RedisLease lease = giveUp.getAsBoolean() ? null : this.result.exceptionally((failure) -> null).join();
			if (lease == null) {
				throw ex;
			}
			Thread.currentThread().interrupt();
			return taken(lease);
		}
		catch (ExecutionException ex) {
			throw LeaseEngine.failure(ex);
		}
	}

	/** Waits for the result and does not mind interrupts, which are kept. */
	@Nullable RedisLease await() {
		try {
			return taken(this.result.join());
		}
		catch (CompletionException ex) {
			throw LeaseEngine.failure(ex);
		}
	}

	/**
	 * Tells the listener of the result.
	 */
	@Nullable RedisLease taken(@Nullable RedisLease lease) {
		if (lease != null) {
			this.listener.acquired(lease, this.waitedNanos);
		}
		else {
			this.listener.notAcquired(this.keeper.name(), this.waitedNanos);
		}
		return lease;
	}

}
