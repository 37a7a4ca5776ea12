package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * This process as a consumer of one group of one queue: what it holds, how that is kept
 * and settled, and who takes what comes.
 */
final class QueueConsumer {

	private static final Logger logger = LoggerFactory.getLogger(QueueConsumer.class);

	private final GroupStore store;

	private final LiveSettings<StreamQueueSettings> settings;

	private final FailureLog failures = new FailureLog(logger);

	private final ObservedQueue observed;

	private final Map<String, Lease> held;

	private final List<Sink> sinks = new CopyOnWriteArrayList<>();

	private final AtomicInteger turn = new AtomicInteger();

	private final Settling settling;

	private final UnderWay underWay = new UnderWay();

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
		this.observed = observed;
		this.held = held;
		this.settling = new Settling(this, store, background, observed);
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

	/** What becomes of what it has. */
	Settling settling() {
		return this.settling;
	}

	/** The requests that may still bring something. */
	UnderWay underWay() {
		return this.underWay;
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

	void retryIn(Duration delay) {
		this.upkeep.retryIn(delay);
	}

	/**
	 * Something came, from the reader or by recovery. After a reply that was on its way
	 * for longer than the visibility, or that this process was stopped before it could
	 * read, somebody else may have it by now: then the server is asked first.
	 */
	void arrived(List<Lease> leases) {
		if (!leases.isEmpty()) {
			this.upkeep.arrived();
		}
		List<Lease> doubtful = new ArrayList<>();
		for (Lease lease : leases) {
			this.held.put(lease.id(), lease);
			this.observed.delivered(group());
			if (isHeld(lease)) {
				hand(lease);
			}
			else {
				doubtful.add(lease);
			}
		}
		if (!doubtful.isEmpty()) {
			this.settling.confirm(doubtful).thenAccept((kept) -> kept.forEach(this::hand));
		}
	}

	private void hand(Lease lease) {
		try {
			offer(lease);
		}
		catch (RuntimeException | Error ex) {
			warn(ex, "could not hand on a message, which is delivered again");
			forget(lease);
		}
	}

	private void offer(Lease lease) {
		String only = lease.text(StreamEntryFields.GROUP);
		if (only != null && !only.equals(group())) {
			this.settling.insist(lease, () -> this.settling.ack(lease));
			return;
		}
		Sink[] all = this.sinks.toArray(Sink[]::new);
		int first = this.turn.getAndIncrement();
		// To one who can begin at once, or has room, or takes it all the same.
		if (!offer(lease, all, first, (sink) -> sink.idle() > 0) && !offer(lease, all, first, (sink) -> sink.free() > 0)
				&& !offer(lease, all, first, (sink) -> true)) {
			this.settling.release(List.of(lease));
		}
	}

	private static boolean offer(Lease lease, Sink[] all, int first, Predicate<Sink> which) {
		for (int i = 0; i < all.length; i++) {
			Sink sink = all[Math.floorMod(first + i, all.length)];
			if (which.test(sink) && sink.offer(lease)) {
				return true;
			}
		}
		return false;
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
		long sent = System.nanoTime();
		Object mark = this.underWay.begin(sent);
		return this.store.take().<@Nullable Lease>thenApply((reply) -> {
			if (reply.isEmpty()) {
				return null;
			}
			Lease lease = GroupStore.lease(reply.get(0), 1, reply.get(1), sent);
			this.upkeep.arrived();
			this.held.put(lease.id(), lease);
			this.observed.delivered(group());
			return lease;
		}).whenComplete((lease, failure) -> {
			this.underWay.end(mark);
			if (failure != null && !GroupStore.isGone(failure)) {
				readFailed();
			}
		});
	}

	CompletionStage<Boolean> extend(Lease lease) {
		long sent = System.nanoTime();
		return this.store.extend(List.of(lease)).thenApply((reply) -> {
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

	/**
	 * Gives back what waits for a handler of this process while others may have idle
	 * ones.
	 */
	void share() {
		this.sinks.forEach(Sink::share);
	}

	boolean isHeld(Lease lease) {
		return lease.isHeld(settings().visibility().toNanos());
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
