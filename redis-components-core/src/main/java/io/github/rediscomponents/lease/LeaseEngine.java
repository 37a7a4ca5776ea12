// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

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

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockActivity;
import io.github.rediscomponents.lock.LockKind;
import io.github.rediscomponents.lock.LockObserver;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.support.Attempt;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.Spans;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The shared state of all leases of a process: the identity of the process, its waiters
 * and its renewals.
 *
 * @since 1.0.0
 */
public final class LeaseEngine implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(DistributedLock.class);

	private static final long REPEAT_MILLIS = 250;

	private final Supplier<LockSettings> settings;

	private final Background background;

	private final LockObserver observer;

	private final Client client;

	private final Gates gates = new Gates();

	private final Waiting waiting = new Waiting(this.gates);

	private final QueuePolls polls = new QueuePolls(this);

	private final @Nullable WakeChannel channel;

	private final Renewals renewals;

	private final Troubles troubles;

	private final Spans spans;

	private final List<CommandPort> servers;

	private volatile boolean closed;

	/**
	 * Creates an engine.
	 * @param redis wakes waiters; null if no keeper wakes any
	 */
	public LeaseEngine(@Nullable CommandPort redis, KeySpace keys, Supplier<LockSettings> settings,
			Background background, LockObserver observer) {
		this(redis, (redis != null) ? List.of(redis) : List.of(), keys, settings, background, observer);
	}

	private LeaseEngine(@Nullable CommandPort redis, List<CommandPort> servers, KeySpace keys,
			Supplier<LockSettings> settings, Background background, LockObserver observer) {
		this.servers = servers;
		this.settings = settings;
		this.background = background;
		this.observer = Listeners.quiet(LockObserver.class, LockObserver.NONE, observer);
		this.client = new Client(keys);
		this.channel = (redis != null) ? new WakeChannel(redis, this.client.channel(), this.waiting, this.polls) : null;
		this.troubles = (redis != null) ? redis.troubles() : new Troubles();
		this.spans = (redis != null) ? redis.spans() : new Spans();
		this.renewals = new Renewals(this);
	}

	/**
	 * Creates an engine whose keepers wake no waiters.
	 * @param servers whose replies are waited for
	 */
	public static LeaseEngine polling(List<CommandPort> servers, KeySpace keys, Supplier<LockSettings> settings,
			Background background, LockObserver observer) {
		return new LeaseEngine(null, List.copyOf(servers), keys, settings, background, observer);
	}

	LockSettings settings() {
		return this.settings.get();
	}

	Background background() {
		return this.background;
	}

	public LockObserver observer() {
		return this.observer;
	}

	public Client client() {
		return this.client;
	}

	public Gates gates() {
		return this.gates;
	}

	Waiting waiting() {
		return this.waiting;
	}

	QueuePolls polls() {
		return this.polls;
	}

	/** Starts to listen for the messages that wake waiters. */
	void listen() {
		if (this.channel != null) {
			this.channel.open();
		}
	}

	/**
	 * Rejects a thread that may have to read the reply itself that it would wait for.
	 */
	public void checkMayWait() {
		this.servers.forEach(CommandPort::checkMayWait);
	}

	/** Returns whether the calling thread may wait for Redis. */
	public boolean mayWait() {
		return this.servers.stream().allMatch(CommandPort::mayWait);
	}

	Spans spans() {
		return this.spans;
	}

	/** Those of its Redis, or its own if it has none. */
	public Troubles troubles() {
		return this.troubles;
	}

	public Renewals renewals() {
		return this.renewals;
	}

	/**
	 * Releases in the background, until Redis answers or the lease has ended by itself.
	 */
	void releaseLater(Keeper keeper, String leaseId, long untilNanos) {
		repeat(() -> keeper.giveBackAsync(leaseId), untilNanos);
	}

	/**
	 * {@link #releaseLater} for a lease that Redis may have granted a moment ago.
	 */
	public void giveBack(Keeper keeper, String leaseId, long leaseMillis) {
		long millis = (keeper instanceof ReservingKeeper reserving) ? Math.max(leaseMillis, reserving.leastMillis())
				: leaseMillis;
		releaseLater(keeper, leaseId, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis));
	}

	private void repeat(Supplier<CompletionStage<Long>> release, long untilNanos) {
		Attempt.of(release).whenComplete((released, failure) -> {
			if (failure != null && untilNanos - System.nanoTime() > 0) {
				try {
					this.background.timer()
						.schedule(() -> repeat(release, untilNanos), REPEAT_MILLIS, TimeUnit.MILLISECONDS);
				}
				catch (RejectedExecutionException ex) {
					FailureLog.debug(logger, ex, "Shut down before a lock was released");
				}
			}
		});
	}

	/**
	 * Hands the result of an acquisition to code of the application, which may block, so
	 * not on the thread that brings it. Cancelling ends the acquisition.
	 */
	public <T> CompletableFuture<Optional<T>> deliver(Acquisition acquisition,
			Function<? super RedisLease, ? extends T> view) {
		CompletableFuture<Optional<T>> delivery = new CompletableFuture<>();
		HandOver coming = acquisition.async();
		coming.result().whenComplete((lease, failure) -> onWorker(() -> {
			boolean delivered = Attempt.complete(delivery, failure,
					() -> Optional.ofNullable(coming.taken(lease)).map(view));
			if (!delivered && lease != null) {
				lease.releaseAsync();
			}
		}));
		// Also when the caller completed it otherwise, for example by a time-out.
		delivery.whenComplete((lease, failure) -> coming.cancel());
		return delivery;
	}

	/** Returns how long Redis keeps a silent waiter. */
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

	/** Notifies the observer on a worker, for threads that must not be blocked. */
	void tell(Consumer<LockObserver> event) {
		onWorker(() -> event.accept(this.observer));
	}

	public LockActivity activity() {
		return activity(Integer.MAX_VALUE);
	}

	/** The oldest of the leases and waits. */
	public LockActivity activity(int most) {
		Oldest<RedisLease> held = new Oldest<>(most,
				(a, b) -> Long.signum(a.time().beganNanos() - b.time().beganNanos()));
		held.addAll(this.renewals.leases().stream().filter(RedisLease::isValid));
		Oldest<Acquisition> waits = new Oldest<>(most, (a, b) -> Long.signum(a.startNanos() - b.startNanos()));
		waits.addAll(this.waiting.all().stream());
		return new LockActivity(held.list().stream().map(LeaseEngine::held).toList(),
				waits.list().stream().map(LeaseEngine::waiting).toList(), held.total(), waits.total());
	}

	private static LockActivity.Held held(RedisLease lease) {
		Keeper keeper = lease.keeper();
		return new LockActivity.Held(keeper.name(), keeper.kind(), lease.id(), lease.token(), keeper.permits(),
				lease.age(), lease.remaining(), lease.terms().renewed());
	}

	private static LockActivity.Waiting waiting(Acquisition one) {
		Keeper keeper = one.keeper();
		return new LockActivity.Waiting(keeper.name(), keeper.kind(), keeper.permits(),
				Duration.ofNanos(one.waitedNanos()));
	}

	/** Whether leases are not renewed any more. */
	boolean isClosed() {
		return this.closed || this.background.timer().isShutdown();
	}

	/** What an acquisition ends with that would not be renewed. */
	static RedisUnavailableException closed(Keeper keeper) {
		String what = (keeper.kind() == LockKind.PERMIT) ? "semaphores" : "locks";
		return new RedisUnavailableException("The " + what + " are closed", Outcome.NOT_EXECUTED, null);
	}

	@Override
	public void close() {
		// Before the acquisitions end, so that each one that begins to wait afterwards
		// notices it.
		this.closed = true;
		this.renewals.close();
		if (this.channel != null) {
			this.channel.close();
		}
		// Those without the turn first, otherwise each would get it in turn.
		this.waiting.all().stream().filter(Acquisition::isQueued).forEach(Acquisition::shutDown);
		this.waiting.all().forEach(Acquisition::shutDown);
	}

}
