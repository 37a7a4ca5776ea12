package io.github.rediscomponents.queue;

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
import io.github.rediscomponents.support.Thrown;

/**
 * Those of one queue who poll for tasks. What is there is fetched directly; those who
 * must wait do so together, for one reader.
 *
 * @param <T> the type of the tasks
 */
final class Pollers<T> implements QueueEngine.Stoppable {

	private final RedisStreamQueue<T> queue;

	private final ReentrantLock lock = new ReentrantLock();

	private final PollSink sink = new PollSink();

	private @Nullable QueueConsumer consumer;

	private volatile boolean stopped;

	Pollers(RedisStreamQueue<T> queue) {
		this.queue = queue;
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
			if (!joined.isHeld(lease) && !LeasedTask.await(joined.extend(lease))) {
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
				throw new IllegalStateException("Task queue '" + this.queue.name() + "' is stopped");
			}
			if (known == null) {
				StreamStore store = this.queue.store();
				known = this.queue.engine().join(store, store.settings().get().group(), (made) -> this.sink);
				this.consumer = known;
				this.queue.engine().register(this);
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
		// Who only looks waits for what is known to be due, one round trip.
		long patience = Math.max(nanos, joined.redis().timeout().toNanos() / 10);
		try {
			joined.changed();
			Lease came = waiter.get((nanos > 0) ? nanos : patience, TimeUnit.NANOSECONDS);
			// By recovery perhaps, and then nobody need read for this one any more.
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
			return new LeasedTask<>(joined, lease, this.queue.codec().decode(payload));
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
		this.queue.engine().unregister(this);
		if (joined == null) {
			return true;
		}
		var last = this.queue.engine().part(joined, this.sink);
		boolean clean = joined.held().isEmpty();
		if (last != null) {
			joined.abandon();
			clean &= Stops.within(last.thenCompose((quiet) -> joined.leave()), deadline);
		}
		this.queue.engine().closeIdleReaders();
		return clean;
	}

}
