// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.queue.StreamEntryFields;
import io.github.rediscomponents.queue.TaskLease;
import io.github.rediscomponents.support.Thrown;

/**
 * The polls of one queue. A poll fetches available tasks directly; polls that must wait
 * share one reader.
 *
 * @param <T> the type of the tasks
 */
final class Pollers<T> implements QueueEngine.Stoppable {

	private final QueueEngine engine;

	private final StreamStore store;

	private final ValueCodec<T> codec;

	private final ReentrantLock lock = new ReentrantLock();

	private final PollSink sink = new PollSink();

	private @Nullable QueueConsumer consumer;

	private volatile boolean stopped;

	Pollers(QueueEngine engine, StreamStore store, ValueCodec<T> codec) {
		this.engine = engine;
		this.store = store;
		this.codec = codec;
	}

	Optional<TaskLease<T>> poll(Duration wait) throws InterruptedException {
		long deadline = System.nanoTime() + wait.toNanos();
		QueueConsumer joined = joined();
		while (true) {
			Lease lease = joined.hasRetriesDue() ? null : take(joined);
			if (lease == null) {
				lease = await(joined, deadline - System.nanoTime());
			}
			if (lease == null) {
				return Optional.empty();
			}
			lease.stopRenewing();
			if (!joined.holdings().isHeld(lease) && !LeasedTask.await(joined.settling().extend(lease))) {
				continue;
			}
			TaskLease<T> task = task(joined, lease);
			if (task != null) {
				return Optional.of(task);
			}
		}
	}

	private QueueConsumer joined() {
		this.lock.lock();
		try {
			QueueConsumer known = this.consumer;
			if (this.stopped) {
				throw new IllegalStateException("Task queue '" + this.store.name() + "' is stopped");
			}
			if (known == null) {
				known = this.engine.join(this.store, this.store.settings().get().group(), (made) -> this.sink);
				this.consumer = known;
				this.engine.register(this);
			}
			return known;
		}
		finally {
			this.lock.unlock();
		}
	}

	private static @Nullable Lease take(QueueConsumer joined) {
		try {
			return LeasedTask.await(joined.take());
		}
		catch (RedisComponentsException ex) {
			if (!GroupStore.isGone(ex)) {
				throw ex;
			}
			LeasedTask.await(joined.createGroup());
			return LeasedTask.await(joined.take());
		}
	}

	private @Nullable Lease await(QueueConsumer joined, long nanos) throws InterruptedException {
		if (nanos <= 0 && !joined.hasRetriesDue()) {
			return null;
		}
		CompletableFuture<Lease> waiter = this.sink.waiter();
		// A poll without a wait awaits the promotion of due tasks, one round trip.
		long patience = Math.max(nanos, joined.redis().timeout().toNanos() / 10);
		try {
			joined.changed();
			Lease came = waiter.get((nanos > 0) ? nanos : patience, TimeUnit.NANOSECONDS);
			// By recovery perhaps, and then no read for this one is needed.
			joined.changed();
			return came;
		}
		catch (TimeoutException | CancellationException ex) {
			return giveUp(joined, waiter);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Lease came = giveUp(joined, waiter);
			if (came != null) {
				joined.settling().release(List.of(came));
			}
			throw ex;
		}
	}

	private @Nullable Lease giveUp(QueueConsumer joined, CompletableFuture<Lease> waiter) {
		this.sink.remove(waiter);
		if (!waiter.cancel(false) && !waiter.isCancelled()) {
			return waiter.join();
		}
		joined.changed();
		return null;
	}

	private @Nullable TaskLease<T> task(QueueConsumer joined, Lease lease) {
		byte[] payload = lease.field(StreamEntryFields.PAYLOAD);
		if (payload == null) {
			LeasedTask.await(joined.settling().bury(lease, "It has no payload"));
			return null;
		}
		try {
			return new LeasedTask<>(joined.settling(), lease, this.codec.decode(payload));
		}
		catch (RuntimeException | StackOverflowError | LinkageError ex) {
			LeasedTask.await(joined.settling().unreadable(lease, "Cannot be read: " + Thrown.text(ex)));
			return null;
		}
	}

	@Override
	public void beginStop() {
		this.lock.lock();
		try {
			this.stopped = true;
			this.sink.stop();
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public boolean finishStop(long deadline) {
		QueueConsumer joined = this.consumer;
		this.engine.unregister(this);
		if (joined == null) {
			return true;
		}
		var last = this.engine.part(joined, this.sink);
		boolean clean = joined.holdings().isEmpty();
		if (last != null) {
			joined.abandon();
			clean &= Stops.within(last.thenCompose((quiet) -> joined.leave()), deadline);
		}
		this.engine.closeIdleReaders();
		return clean;
	}

}
