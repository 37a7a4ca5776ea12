// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.port.StreamEntry;
import io.github.rediscomponents.support.port.StreamReads;
import io.github.rediscomponents.support.port.StreamReply;

/**
 * Reads for all consumers of one group and one slot, with one blocked command at a time.
 * A consumer that has no room is left out of the read; nothing is read while none has
 * room. One command has one COUNT for all streams, the smallest room: a consumer that has
 * room for more than that, and got that many, is read for alone in the turn after, for
 * all its room and without waiting. Has no thread: a turn begins when the reply of the
 * one before comes.
 */
final class SharedReader {

	private static final Logger logger = LoggerFactory.getLogger(SharedReader.class);

	private static final long RETRY_MILLIS = 200;

	private static final int MOST = 500;

	private final StreamReads reads;

	private final Background background;

	private final String group;

	private final String consumer;

	private final Map<String, QueueConsumer> consumers = new ConcurrentHashMap<>();

	/** Consumers that are left out until their streams can be read again. */
	private final Set<QueueConsumer> broken = ConcurrentHashMap.newKeySet();

	/** Consumers with more to read than the turn could bring; touched by turns only. */
	private final Queue<QueueConsumer> full = new ConcurrentLinkedQueue<>();

	private final AtomicBoolean turning = new AtomicBoolean();

	/** The turn of the present read, null between reads. */
	private volatile @Nullable Turn turn;

	private volatile boolean closed;

	SharedReader(StreamReads reads, Background background, String group, String consumer) {
		this.reads = reads;
		this.background = background;
		this.group = group;
		this.consumer = consumer;
	}

	void add(QueueConsumer added) {
		this.consumers.put(added.stream(), added);
		changed(added);
	}

	/**
	 * Takes a consumer out.
	 * @return completes when nothing more is delivered to it
	 */
	CompletionStage<Void> remove(QueueConsumer removed) {
		this.consumers.remove(removed.stream(), removed);
		this.broken.remove(removed);
		Turn present = this.turn;
		if (present == null || !present.of().contains(removed)) {
			return CompletableFuture.completedStage(null);
		}
		wake(present);
		return present.over();
	}

	boolean isEmpty() {
		return this.consumers.isEmpty();
	}

	void close() {
		this.closed = true;
		this.reads.close();
	}

	/** A consumer has room now, or has none any more. */
	void changed(QueueConsumer one) {
		if (this.turning.compareAndSet(false, true)) {
			turn();
			return;
		}
		Turn present = this.turn;
		if (present != null && present.of().contains(one) != one.wants()) {
			wake(present);
		}
	}

	private void wake(Turn present) {
		if (present.waits()) {
			this.reads.wake();
		}
	}

	private void turn() {
		while (true) {
			List<QueueConsumer> of = wanting();
			if (this.closed || of.isEmpty()) {
				this.turning.set(false);
				// A consumer may have come and seen that a turn was under way.
				if (this.closed || wanting().isEmpty() || !this.turning.compareAndSet(false, true)) {
					return;
				}
				continue;
			}
			QueueConsumer alone = nextFull();
			Turn next = new Turn((alone != null) ? List.of(alone) : of, alone == null, new CompletableFuture<>());
			this.turn = next;
			if (next.of().stream().allMatch(this::isReadFor)) {
				read(next);
				return;
			}
			// A consumer was taken out before the turn could be seen.
			this.turn = null;
			next.over().complete(null);
		}
	}

	private @Nullable QueueConsumer nextFull() {
		QueueConsumer next = this.full.poll();
		while (next != null && !(isReadFor(next) && next.wants() && !this.broken.contains(next))) {
			next = this.full.poll();
		}
		return next;
	}

	private boolean isReadFor(QueueConsumer one) {
		return this.consumers.get(one.stream()) == one;
	}

	private List<QueueConsumer> wanting() {
		return this.consumers.values()
			.stream()
			.filter(QueueConsumer::wants)
			.filter((one) -> !this.broken.contains(one))
			.toList();
	}

	private void read(Turn next) {
		int count = Math.max(1, Math.min(MOST, next.of().stream().mapToInt(QueueConsumer::room).min().orElse(1)));
		long sent = System.nanoTime();
		List<Object> marks = next.of().stream().map((one) -> one.underWay().begin(sent)).toList();
		CompletionStage<StreamReply> reply = this.reads.read(this.group, this.consumer, count,
				next.of().stream().map(QueueConsumer::stream).toList(),
				next.of().stream().map(QueueConsumer::pausedKey).toList(), next.waits());
		if (!next.of().containsAll(wanting())) {
			wake(next);
		}
		reply.whenComplete((read, failure) -> {
			if (failure != null) {
				over(next, marks, List.of(), sent, count, failure);
			}
			else {
				learned(next, read).whenComplete((known, unknown) -> {
					over(next, marks, read.entries(), sent, count, null);
					if (unknown != null) {
						logger.debug("Could not note whether queues are paused", unknown);
					}
				});
			}
		});
	}

	/** Whatever fails here, the turn has to end: nothing is read before that. */
	private static CompletionStage<?> learned(Turn done, StreamReply read) {
		try {
			return learn(done, read);
		}
		catch (RuntimeException | Error ex) {
			return CompletableFuture.failedStage(ex);
		}
	}

	private void over(Turn done, List<Object> marks, List<StreamEntry> entries, long sent, int count,
			@Nullable Throwable failure) {
		// There is nothing to wake any more, but a consumer that is taken out still gets
		// something.
		this.turn = new Turn(done.of(), false, done.over());
		try {
			if (failure == null) {
				done.of().forEach(QueueConsumer::readAgain);
				deliver(done, entries, sent, count);
			}
		}
		finally {
			for (int i = 0; i < marks.size(); i++) {
				done.of().get(i).underWay().end(marks.get(i));
			}
			this.turn = null;
			done.over().complete(null);
			goOn(done, failure);
		}
	}

	/** Learns which queues are paused before their messages are handed on. */
	private static CompletionStage<?> learn(Turn done, StreamReply read) {
		if (read.marks() > 0 && done.of().size() > 1) {
			return CompletableFuture.allOf(done.of()
				.stream()
				.map((one) -> one.pausing().ask().toCompletableFuture())
				.toArray(CompletableFuture[]::new));
		}
		if (read.marks() >= 0) {
			// The server looked after the read, which may have waited.
			long looked = System.nanoTime();
			done.of().forEach((one) -> one.pausing().seen(read.marks() > 0, looked));
		}
		return CompletableFuture.completedStage(null);
	}

	private void deliver(Turn done, List<StreamEntry> entries, long sent, int count) {
		for (QueueConsumer one : done.of()) {
			List<Lease> own = entries.stream()
				.filter((entry) -> one.stream().equals(entry.stream()))
				.map((entry) -> new Lease(entry.id(), 1, entry.fields(), sent))
				.toList();
			if (!own.isEmpty()) {
				one.arrived(own);
			}
			if (own.size() == count && done.of().size() > 1) {
				this.full.add(one);
			}
		}
	}

	private void goOn(Turn done, @Nullable Throwable failure) {
		if (failure == null) {
			turn();
		}
		else if (failure instanceof RedisCommandException refused) {
			// Missing groups are created again. A failure of one stream must not affect
			// the others.
			CompletableFuture
				.allOf(done.of()
					.stream()
					.filter(this::isReadFor)
					.map((one) -> mend(one).toCompletableFuture())
					.toArray(CompletableFuture[]::new))
				.whenComplete((mended, unreachable) -> {
					if (unreachable == null && GroupStore.isGone(refused)) {
						turn();
					}
					else {
						// A missing group is created with the next turn.
						if (!GroupStore.isGone(refused) && done.of().stream().noneMatch(this.broken::contains)) {
							done.of().forEach((one) -> one.holdings().warn(refused, "cannot be read; retrying"));
							done.of().forEach((one) -> one.unread(refused));
						}
						later((unreachable != null) ? unreachable : refused);
					}
				});
		}
		else {
			done.of().forEach(QueueConsumer::readFailed);
			done.of().forEach((one) -> one.unread(failure));
			later(failure);
		}
	}

	/** Has the group again, or leaves the stream out until that works. */
	private CompletionStage<?> mend(QueueConsumer one) {
		return one.createGroup().handle((made, failure) -> {
			if (failure == null) {
				return CompletableFuture.completedStage(null);
			}
			if (!(failure instanceof RedisCommandException)) {
				return CompletableFuture.failedStage(failure);
			}
			if (this.broken.add(one)) {
				one.holdings().warn(failure, "cannot be read and is left out until it can be");
				one.unread(failure);
				mendLater(one);
			}
			return CompletableFuture.completedStage(null);
		}).thenCompose(Function.identity());
	}

	private void mendLater(QueueConsumer one) {
		schedule(() -> {
			if (!isReadFor(one) || this.closed) {
				return;
			}
			one.createGroup().whenComplete((made, failure) -> {
				if (failure != null) {
					mendLater(one);
				}
				else if (this.broken.remove(one)) {
					changed(one);
				}
			});
		});
	}

	private void later(Throwable failure) {
		FailureLog.debug(logger, failure, "Reading goes on after a moment");
		schedule(this::turn);
	}

	private void schedule(Runnable task) {
		try {
			this.background.timer().schedule(task, RETRY_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "Shut down while reading");
		}
	}

	private record Turn(List<QueueConsumer> of, boolean waits, CompletableFuture<Void> over) {
	}

}
