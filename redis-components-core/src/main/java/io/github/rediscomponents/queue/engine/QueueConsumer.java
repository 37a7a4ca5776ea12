// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.queue.QueueActivity;
import io.github.rediscomponents.queue.QueueObserver;
import io.github.rediscomponents.queue.StreamEntryFields;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * This process as a consumer of one group of one queue. It brings delivered messages, by
 * the reader or by recovery, to a sink. From there on a delivery goes its own way: the
 * sink settles it with {@link Settling}, and {@link Holdings} has it until that is done.
 */
final class QueueConsumer {

	private final GroupStore store;

	private final Holdings holdings;

	private final Settling settling;

	private final Sinks sinks = new Sinks();

	private final UnderWay underWay = new UnderWay();

	private final Upkeep upkeep;

	private final Pausing pausing;

	private volatile @Nullable SharedReader reader;

	private volatile boolean stopped;

	/**
	 * Consumes nothing yet.
	 * @param held the leases of this process, including those of a consumer of the same
	 * queue and group that stops at this moment
	 */
	QueueConsumer(GroupStore store, LiveSettings<WorkQueueSettings> settings, Background background,
			ObservedQueue observed, Map<String, Lease> held) {
		this.store = store;
		this.holdings = new Holdings(store.group(), settings, observed, held);
		this.settling = new Settling(this.holdings, store, background, this::retryIn, this::isStopped);
		this.upkeep = new Upkeep(this, store, background);
		this.pausing = new Pausing(this, store, background);
	}

	String stream() {
		return this.store.keys().stream();
	}

	String group() {
		return this.store.group();
	}

	CommandPort redis() {
		return this.store.redis();
	}

	Holdings holdings() {
		return this.holdings;
	}

	Settling settling() {
		return this.settling;
	}

	Pausing pausing() {
		return this.pausing;
	}

	/** The key that exists while the queue is paused. */
	String pausedKey() {
		return this.store.keys().paused();
	}

	/** The requests that may still bring something. */
	UnderWay underWay() {
		return this.underWay;
	}

	QueueActivity activity() {
		return new QueueActivity(this.holdings.queue(), group(), this.store.consumer(), this.holdings.all().size());
	}

	/** The queue cannot be read at present. */
	void unread(Throwable reason) {
		QueueObserver.Source queue = this.holdings.queue();
		redis().troubles()
			.began(this, Troubles.Kind.QUEUE_NOT_READ, queue.kind() + "-queue", queue.name() + " (" + group() + ")",
					reason);
		if (this.stopped) {
			readAgain();
		}
	}

	/** The queue is read, or nothing reads it any more. */
	void readAgain() {
		redis().troubles().ended(this, Troubles.Kind.QUEUE_NOT_READ);
	}

	CompletionStage<Long> createGroup() {
		return this.store.create();
	}

	/** Begins to consume through a reader, when the group exists. */
	void start(SharedReader through) {
		this.reader = through;
		this.upkeep.start();
		this.pausing.start();
		through.add(this);
	}

	boolean isStopped() {
		return this.stopped;
	}

	void add(Sink sink) {
		this.sinks.add(sink);
		changed();
	}

	/** Returns whether that was the last. */
	boolean remove(Sink sink) {
		return this.sinks.remove(sink);
	}

	/** A sink has room now, or has none any more. */
	void changed() {
		SharedReader known = this.reader;
		if (known != null && !this.stopped) {
			level();
			known.changed(this);
			this.upkeep.changed();
		}
	}

	boolean wants() {
		return !this.stopped && !this.pausing.isPaused() && this.sinks.wants();
	}

	int room() {
		return this.pausing.isPaused() ? 0 : this.sinks.room();
	}

	/** Lets no message wait for a handler while another sink is idle. */
	void level() {
		this.sinks.level();
	}

	void share() {
		this.sinks.share();
	}

	/** Messages that no handler has begun wait in Redis while the queue is paused. */
	void giveBack() {
		this.sinks.giveBack();
	}

	void pausedOrResumed(boolean paused) {
		if (paused) {
			giveBack();
		}
		else {
			this.upkeep.resumed();
		}
		changed();
	}

	/** Something may have been delivered with a reply that was lost. */
	void readFailed() {
		this.upkeep.readFailed();
	}

	boolean hasRetriesDue() {
		return this.upkeep.hasRetriesDue();
	}

	private void retryIn(Duration delay) {
		this.upkeep.retryIn(delay);
	}

	/**
	 * Receives messages from the reader or by recovery. After a reply that was under way
	 * for longer than the visibility, or that this process read after a pause, another
	 * process may have the message; the lease is then confirmed by the server first.
	 */
	void arrived(List<Lease> leases) {
		if (!leases.isEmpty()) {
			this.upkeep.arrived();
		}
		if (this.pausing.isPaused() && !leases.isEmpty()) {
			leases.forEach(this.holdings::delivered);
			this.settling.release(leases);
			return;
		}
		List<Lease> doubtful = new ArrayList<>();
		for (Lease lease : leases) {
			this.holdings.delivered(lease);
			if (this.holdings.isHeld(lease)) {
				hand(lease);
			}
			else {
				doubtful.add(lease);
			}
		}
		level();
		if (!doubtful.isEmpty()) {
			this.settling.confirm(doubtful).thenAccept((kept) -> {
				kept.forEach(this::hand);
				level();
			});
		}
	}

	private void hand(Lease lease) {
		try {
			String only = lease.text(StreamEntryFields.GROUP);
			if (only != null && !only.equals(group())) {
				this.settling.insist(lease, () -> this.settling.ack(lease));
			}
			else if (!this.sinks.offer(lease)) {
				this.settling.release(List.of(lease));
			}
		}
		catch (RuntimeException | Error ex) {
			this.holdings.warn(ex, "could not hand on a message, which is delivered again");
			this.holdings.forget(lease);
		}
	}

	/** Takes the next entry without waiting; it is not offered to the sinks. */
	CompletionStage<@Nullable Lease> take() {
		long sent = System.nanoTime();
		Object mark = this.underWay.begin(sent);
		return this.store.take().<@Nullable Lease>thenApply((reply) -> {
			if (reply.isEmpty()) {
				return null;
			}
			Lease lease = GroupStore.lease(reply.get(0), 1, reply.get(1), sent);
			this.upkeep.arrived();
			this.holdings.delivered(lease);
			return lease;
		}).whenComplete((lease, failure) -> {
			this.underWay.end(mark);
			if (failure != null && !GroupStore.isGone(failure)) {
				readFailed();
			}
		});
	}

	/**
	 * Reads no more and keeps no more.
	 * @return completes when nothing more is delivered
	 */
	CompletionStage<Void> stopReading() {
		this.stopped = true;
		readAgain();
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
