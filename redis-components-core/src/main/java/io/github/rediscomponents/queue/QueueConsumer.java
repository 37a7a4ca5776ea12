package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.Utf8;

/**
 * This process as a consumer of one group of one queue: what it holds, how that is kept
 * and settled, and who takes what comes.
 */
final class QueueConsumer {

	private static final Logger logger = LoggerFactory.getLogger(QueueConsumer.class);

	private static final long RETRY_MILLIS = 250;

	private static final int LONGEST_ERROR = 4000;

	private static final int LONGEST_LINE = 500;

	private final GroupStore store;

	private final LiveSettings<StreamQueueSettings> settings;

	private final Background background;

	private final FailureLog failures = new FailureLog(logger);

	private final ObservedQueue observed;

	private final Map<String, Lease> held;

	private final List<Sink> sinks = new CopyOnWriteArrayList<>();

	private final AtomicInteger turn = new AtomicInteger();

	private final AckBatches acks;

	private final Upkeep upkeep;

	private volatile @Nullable SharedReader reader;

	private volatile boolean stopped;

	/**
	 * Consumes nothing yet.
	 * @param held what this process has of the queue and the group, also what those have
	 * who stop at this moment
	 */
	QueueConsumer(GroupStore store, LiveSettings<StreamQueueSettings> settings, Background background,
			ObservedQueue observed, Map<String, Lease> held) {
		this.store = store;
		this.settings = settings;
		this.background = background;
		this.observed = observed;
		this.held = held;
		this.acks = new AckBatches((leases) -> store.ack(leases));
		this.upkeep = new Upkeep(this, store, settings, background);
	}

	String stream() {
		return this.store.keys().stream();
	}

	String group() {
		return this.store.group();
	}

	RedisPort redis() {
		return this.store.redis();
	}

	StreamQueueSettings settings() {
		return this.settings.get();
	}

	QueueActivity activity() {
		return new QueueActivity(this.observed.source(), group(), this.store.consumer(), this.held.size());
	}

	void handled(long nanos, boolean failed) {
		this.observed.handled(group(), nanos, failed);
	}

	/**
	 * Logs what goes wrong with this queue and may repeat.
	 * @param failure the exception, null if there is none
	 * @param what continues a sentence that begins with the queue
	 */
	void warn(@Nullable Throwable failure, String what) {
		QueueObserver.Source source = this.observed.source();
		String message = "The {} queue '{}' " + what;
		if (failure != null) {
			this.failures.warn(failure, message, source.kind(), source.name());
		}
		else {
			this.failures.warn(message, source.kind(), source.name());
		}
	}

	/** Recovery has moved messages to the dead letters. */
	void died(int messages) {
		this.observed.settled(group(), Settlement.DEAD, messages);
	}

	/** Dead letters had to make room for younger ones. */
	void dropped(long letters) {
		if (letters > 0) {
			this.observed.dropped(letters);
			warn(null, "dropped dead letters, because there were more than " + settings().maxDeadLetters());
		}
	}

	CompletionStage<Long> createGroup() {
		return this.store.create();
	}

	/** Begins to consume through a reader, when the group exists. */
	void start(SharedReader through) {
		this.reader = through;
		this.upkeep.start();
		through.add(this);
	}

	boolean isStopped() {
		return this.stopped;
	}

	void add(Sink sink) {
		this.sinks.add(sink);
		changed();
	}

	/** Whether that was the last. */
	boolean remove(Sink sink) {
		this.sinks.remove(sink);
		return this.sinks.isEmpty();
	}

	/** A sink has room now, or has none any more. */
	void changed() {
		SharedReader known = this.reader;
		if (known != null && !this.stopped) {
			known.changed(this);
			this.upkeep.changed();
		}
	}

	boolean wants() {
		return !this.stopped && this.sinks.stream().anyMatch(Sink::wants);
	}

	int room() {
		return this.sinks.stream().mapToInt(Sink::free).sum();
	}

	/** Something may have been delivered with a reply that was lost. */
	void readFailed() {
		this.upkeep.readFailed();
	}

	boolean hasRetriesDue() {
		return this.upkeep.hasRetriesDue();
	}

	/** Something came, from the reader or by recovery. */
	void delivered(Lease lease) {
		this.held.put(lease.id(), lease);
		this.observed.delivered(group());
		String only = lease.text(StreamEntryFields.GROUP);
		if (only != null && !only.equals(group())) {
			insist(lease, () -> ack(lease));
			return;
		}
		Sink[] all = this.sinks.toArray(Sink[]::new);
		int n = all.length;
		int first = this.turn.getAndIncrement();
		for (int pass = 0; pass < 2; pass++) {
			for (int i = 0; i < n; i++) {
				Sink sink = all[Math.floorMod(first + i, n)];
				if ((pass == 1 || sink.free() > 0) && sink.offer(lease)) {
					return;
				}
			}
		}
		release(List.of(lease));
	}

	Map<String, Lease> held() {
		return this.held;
	}

	void forget(Lease lease) {
		this.held.remove(lease.id(), lease);
	}

	void lost(Lease lease) {
		if (lease.lose()) {
			this.observed.settled(group(), Settlement.LOST, 1);
		}
		forget(lease);
	}

	/** Next entry without waiting; not offered to the sinks. */
	CompletionStage<@Nullable Lease> take() {
		return this.store.take().thenApply((reply) -> {
			if (reply.isEmpty()) {
				return null;
			}
			Lease lease = GroupStore.lease(reply.get(0), 1, reply.get(1));
			this.held.put(lease.id(), lease);
			this.observed.delivered(group());
			return lease;
		});
	}

	CompletionStage<Settlement> ack(Lease lease) {
		return settle(lease, this.acks.add(lease), Settlement.ACKNOWLEDGED);
	}

	CompletionStage<Settlement> nack(Lease lease, @Nullable Duration delay, String error) {
		if (isLast(lease)) {
			return bury(lease, error);
		}
		Duration pause = (delay != null) ? delay : backoff(lease);
		return settle(lease,
				this.store.nack(lease, pause, line("failed: " + error)).thenApply((codes) -> (Long) codes.get(0)),
				Settlement.RETRY)
			.whenComplete((settled, failure) -> {
				if (settled == Settlement.RETRY) {
					this.upkeep.retryIn(pause);
				}
			});
	}

	CompletionStage<Settlement> bury(Lease lease, String error) {
		String kept = (error.length() > LONGEST_ERROR) ? error.substring(0, LONGEST_ERROR) : error;
		return settle(lease,
				this.store.bury(lease, kept, settings().maxDeadLetters(), line("dead: " + error)).thenApply((reply) -> {
					dropped(Utf8.number(reply.get(1)));
					return Utf8.number(reply.get(0));
				}), Settlement.DEAD);
	}

	/**
	 * Leaves what this process cannot read to others for a while, which may run a newer
	 * release; then it is a dead letter.
	 */
	CompletionStage<Settlement> unreadable(Lease lease, String error) {
		StreamQueueSettings by = settings();
		if (by.unreadableRetry().isZero()) {
			return bury(lease, error);
		}
		return this.store.unread(lease, by)
			.thenCompose(
					(millis) -> (millis < 0) ? bury(lease, error) : putOff(lease, Duration.ofMillis(millis), error));
	}

	private CompletionStage<Settlement> putOff(Lease lease, Duration pause, String error) {
		return settle(lease, this.store.putOff(lease, pause, line("left to others: " + error))
			.thenApply((codes) -> (Long) codes.get(0)), Settlement.RETRY).whenComplete((settled, failure) -> {
				if (settled == Settlement.RETRY) {
					this.upkeep.retryIn(pause);
				}
			});
	}

	/** Empty if the queue does not trace. */
	private String line(String what) {
		if (!settings().trace()) {
			return "";
		}
		String one = what.lines().collect(Collectors.joining(" "));
		return (one.length() > LONGEST_LINE) ? one.substring(0, LONGEST_LINE) : one;
	}

	/** Gives back what nobody has begun with; it counts as never delivered. */
	CompletionStage<?> release(List<Lease> leases) {
		return giveBack(leases, false, line("given back before a handler saw it"));
	}

	/** Gives back what somebody may have begun with. */
	CompletionStage<?> takeBack(List<Lease> leases) {
		return giveBack(leases, true, line("given back by " + this.store.consumer() + ", which had not got it"));
	}

	/** Gives back what somebody has had for too long. */
	CompletionStage<?> expire(List<Lease> leases) {
		return giveBack(leases, true, line("not acknowledged in time"));
	}

	private CompletionStage<?> giveBack(List<Lease> leases, boolean counts, String line) {
		if (leases.isEmpty()) {
			return CompletableFuture.completedStage(null);
		}
		return this.store.release(leases, counts, line).whenComplete((codes, failure) -> {
			if (failure != null) {
				logger.debug("What was not given back comes again after the visibility", failure);
			}
			leases.forEach(this::forget);
			this.upkeep.retryIn(Duration.ZERO);
		});
	}

	CompletionStage<Boolean> extend(Lease lease) {
		long sent = System.nanoTime();
		return this.store.extend(List.of(lease), Duration.ofDays(365).toMillis()).thenApply((reply) -> {
			boolean kept = ((List<?>) reply.get(0)).isEmpty();
			if (kept) {
				lease.extendedAt(sent);
				// A heartbeat may just have seen it run out.
				this.held.putIfAbsent(lease.id(), lease);
			}
			else {
				lost(lease);
			}
			return kept;
		});
	}

	boolean isLast(Lease lease) {
		return lease.deliveries() >= lease.number(StreamEntryFields.ATTEMPTS, settings().maxDeliveries());
	}

	boolean isHeld(Lease lease) {
		return lease.isHeld(settings().visibility().toNanos());
	}

	private Duration backoff(Lease lease) {
		StreamQueueSettings by = settings();
		long first = Math.max(0, lease.number(StreamEntryFields.BACKOFF, by.backoff().toMillis()));
		long longest = Math.max(first, by.maxBackoff().toMillis());
		int doublings = Math.min(30, lease.deliveries() - 1);
		return Duration.ofMillis((first > longest >> doublings) ? longest : first << doublings);
	}

	private CompletionStage<Settlement> settle(Lease lease, CompletionStage<Long> codes, Settlement done) {
		CompletableFuture<Settlement> result = new CompletableFuture<>();
		codes.whenComplete((code, failure) -> {
			if (failure != null && !GroupStore.isGone(failure)) {
				result.completeExceptionally(failure);
				return;
			}
			// Not pending, and nobody else can have got it: this is a repetition of what
			// was done before its reply was lost, or all data is gone. What was given
			// back
			// is still pending.
			boolean repeated = (failure != null || code == 2) && done != Settlement.RETRY;
			boolean applied = repeated ? isHeld(lease) : failure == null && code == 1;
			if (applied) {
				forget(lease);
				this.observed.settled(group(), done, 1);
			}
			else {
				lost(lease);
			}
			result.complete(applied ? done : Settlement.LOST);
		});
		return result;
	}

	/**
	 * Repeats a settlement until the server says what became of it: while nobody can be
	 * reached nobody else gets the message either. Who was stopped gives up when the
	 * visibility has passed.
	 */
	CompletionStage<Settlement> insist(Lease lease, Supplier<CompletionStage<Settlement>> attempt) {
		CompletableFuture<Settlement> result = new CompletableFuture<>();
		insist(lease, attempt, result);
		return result;
	}

	private void insist(Lease lease, Supplier<CompletionStage<Settlement>> attempt,
			CompletableFuture<Settlement> result) {
		attempt.get().whenComplete((settled, failure) -> {
			if (failure == null) {
				result.complete(settled);
				return;
			}
			logger.debug("A message could not be settled yet", failure);
			if (lease.isLost() || (this.stopped && !isHeld(lease))) {
				lost(lease);
				result.complete(Settlement.LOST);
				return;
			}
			try {
				this.background.timer()
					.schedule(() -> insist(lease, attempt, result), RETRY_MILLIS, TimeUnit.MILLISECONDS);
			}
			catch (RejectedExecutionException ex) {
				result.complete(Settlement.LOST);
			}
		});
	}

	/**
	 * Reads no more and keeps no more.
	 * @return completes when nothing more is delivered
	 */
	CompletionStage<Void> stopReading() {
		this.stopped = true;
		SharedReader known = this.reader;
		return (known != null) ? known.remove(this) : CompletableFuture.completedStage(null);
	}

	/** No more heartbeats. */
	void abandon() {
		this.upkeep.stop();
	}

	CompletionStage<?> leave() {
		abandon();
		return this.store.leave();
	}

}
