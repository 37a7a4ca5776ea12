package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.RedisPort;

/**
 * What the leases of a process share, whatever they are leases of: who it is, who waits,
 * what is renewed.
 */
final class LeaseEngine implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(DistributedLock.class);

	private static final long REPEAT_MILLIS = 250;

	private final RedisPort redis;

	private final Supplier<LockSettings> settings;

	private final Background background;

	private final LockListener listener;

	private final Client client;

	private final Gates gates = new Gates();

	private final Waiting waiting = new Waiting(this.gates);

	private final QueuePolls polls = new QueuePolls(this);

	private final WakeChannel channel;

	private final Renewals renewals;

	LeaseEngine(RedisPort redis, KeySpace keys, Supplier<LockSettings> settings, Background background,
			LockListener listener) {
		this.redis = redis;
		this.settings = settings;
		this.background = background;
		this.listener = Listeners.quiet(LockListener.class, LockListener.NONE, listener);
		this.client = new Client(keys);
		this.channel = new WakeChannel(redis, this.client.channel(), this.waiting, this.polls);
		this.renewals = new Renewals(this);
	}

	RedisPort redis() {
		return this.redis;
	}

	LockSettings settings() {
		return this.settings.get();
	}

	Background background() {
		return this.background;
	}

	LockListener listener() {
		return this.listener;
	}

	Client client() {
		return this.client;
	}

	Gates gates() {
		return this.gates;
	}

	Waiting waiting() {
		return this.waiting;
	}

	QueuePolls polls() {
		return this.polls;
	}

	WakeChannel channel() {
		return this.channel;
	}

	Renewals renewals() {
		return this.renewals;
	}

	/**
	 * Releases in the background, until Redis answers or the lease has ended by itself.
	 */
	void releaseLater(Keeper keeper, String leaseId, long untilNanos) {
		repeat(() -> keeper.releaseAsync(leaseId), untilNanos);
	}

	/**
	 * {@link #releaseLater} for a lease that Redis may have granted a moment ago.
	 */
	void giveBack(Keeper keeper, String leaseId, long leaseMillis) {
		releaseLater(keeper, leaseId, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(leaseMillis));
	}

	private void repeat(Supplier<CompletionStage<Long>> release, long untilNanos) {
		release.get().whenComplete((released, failure) -> {
			if (failure != null && untilNanos - System.nanoTime() > 0) {
				try {
					this.background.timer()
						.schedule(() -> repeat(release, untilNanos), REPEAT_MILLIS, TimeUnit.MILLISECONDS);
				}
				catch (RejectedExecutionException ex) {
					logger.debug("Shut down before a lock was released", ex);
				}
			}
		});
	}

	/**
	 * Hands the result of an acquisition to somebody who may do anything with it, so not
	 * on the thread that brings it. Cancelling ends the acquisition.
	 */
	<T> CompletableFuture<Optional<T>> deliver(Acquisition acquisition,
			Function<? super RedisLease, ? extends T> view) {
		CompletableFuture<Optional<T>> delivery = new CompletableFuture<>();
		HandOver coming = acquisition.async();
		coming.result().whenComplete((lease, failure) -> onWorker(() -> {
			if (failure != null) {
				delivery.completeExceptionally(failure);
			}
			else if (!delivery.complete(Optional.ofNullable(coming.taken(lease)).map(view)) && lease != null) {
				lease.releaseAsync();
			}
		}));
		// Also when the caller completed it otherwise, for example by a time-out.
		delivery.whenComplete((lease, failure) -> acquisition.cancel());
		return delivery;
	}

	/** For how long Redis keeps one who waits and is not heard of. */
	static long waitMillis(LockSettings settings) {
		return settings.pollBound().toMillis() * 3;
	}

	/** How long to sleep at most; not all at the same time. */
	static long pollNanos(LockSettings settings) {
		long bound = settings.pollBound().toNanos();
		return bound - ThreadLocalRandom.current().nextLong(bound / 5 + 1);
	}

	/**
	 * Runs something that may block; on this thread when all is shut down or there is no
	 * thread for it.
	 */
	void onWorker(Runnable task) {
		try {
			this.background.workers().execute(task);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			task.run();
		}
	}

	/** Tells the listener of what a thread learnt that must not be held up. */
	void tell(Consumer<LockListener> event) {
		onWorker(() -> event.accept(this.listener));
	}

	/** What made a future fail, for a caller who waited for it. */
	static RuntimeException failure(Exception wrapper) {
		return (wrapper.getCause() instanceof RuntimeException failure) ? failure
				: new IllegalStateException(wrapper.getCause());
	}

	LockActivity activity() {
		List<LockActivity.Held> held = this.renewals.leases().stream().filter(RedisLease::isValid).map((lease) -> {
			Keeper keeper = lease.keeper();
			return new LockActivity.Held(keeper.name(), keeper.kind(), lease.id(), lease.token(), keeper.permits(),
					lease.age(), lease.remaining(), lease.terms().renewed());
		}).toList();
		List<LockActivity.Waiting> waits = this.waiting.all().stream().map((one) -> {
			Keeper keeper = one.keeper();
			return new LockActivity.Waiting(keeper.name(), keeper.kind(), keeper.permits(),
					Duration.ofNanos(one.waitedNanos()));
		}).toList();
		return new LockActivity(held, waits);
	}

	@Override
	public void close() {
		this.renewals.close();
		this.channel.close();
		this.waiting.all().forEach(Acquisition::shutDown);
	}

}
