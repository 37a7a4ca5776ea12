package io.github.rediscomponents.queue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.StreamEntry;
import io.github.rediscomponents.support.StreamReads;

/**
 * Reads for all consumers of one group and one slot, with one blocked command at a time.
 * A consumer that has no room is left out of the read; nothing is read while none has
 * room. Has no thread: a turn begins when the reply of the one before comes.
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

	private final AtomicBoolean turning = new AtomicBoolean();

	/** What the present read is for, null between reads. */
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
		Turn present = this.turn;
		if (present == null || !present.of().contains(removed)) {
			return CompletableFuture.completedStage(null);
		}
		this.reads.wake();
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
	void changed(QueueConsumer whose) {
		if (this.turning.compareAndSet(false, true)) {
			turn();
			return;
		}
		Turn present = this.turn;
		if (present != null && present.of().contains(whose) != whose.wants()) {
			this.reads.wake();
		}
	}

	private void turn() {
		while (true) {
			List<QueueConsumer> of = wanting();
			if (this.closed || of.isEmpty()) {
				this.turning.set(false);
				// Somebody may have come who saw that a turn was under way.
				if (this.closed || wanting().isEmpty() || !this.turning.compareAndSet(false, true)) {
					return;
				}
				continue;
			}
			read(new Turn(of, new CompletableFuture<>()));
			return;
		}
	}

	private List<QueueConsumer> wanting() {
		return this.consumers.values().stream().filter(QueueConsumer::wants).toList();
	}

	private void read(Turn next) {
		this.turn = next;
		int count = Math.max(1, Math.min(MOST, next.of().stream().mapToInt(QueueConsumer::room).min().orElse(1)));
		CompletionStage<List<StreamEntry>> reply = this.reads.read(this.group, this.consumer, count,
				next.of().stream().map(QueueConsumer::stream).toList());
		if (!next.of().containsAll(wanting())) {
			this.reads.wake();
		}
		reply.whenComplete((entries, failure) -> {
			this.turn = null;
			try {
				if (failure == null) {
					deliver(next, entries);
				}
			}
			finally {
				next.over().complete(null);
				goOn(next, failure);
			}
		});
	}

	private void deliver(Turn done, List<StreamEntry> entries) {
		for (StreamEntry entry : entries) {
			for (QueueConsumer whose : done.of()) {
				if (whose.stream().equals(entry.stream())) {
					whose.delivered(new Lease(entry.id(), 1, entry.fields()));
				}
			}
		}
	}

	private void goOn(Turn done, @Nullable Throwable failure) {
		if (failure == null) {
			turn();
		}
		else if (GroupStore.isGone(failure)) {
			CompletableFuture
				.allOf(done.of()
					.stream()
					.map((whose) -> whose.createGroup().toCompletableFuture())
					.toArray(CompletableFuture[]::new))
				.whenComplete((created, refused) -> {
					if (refused == null) {
						turn();
					}
					else {
						later(refused);
					}
				});
		}
		else {
			later(failure);
		}
	}

	private void later(Throwable failure) {
		logger.debug("Reading goes on after a moment", failure);
		try {
			this.background.timer().schedule(this::turn, RETRY_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Shut down while reading", ex);
		}
	}

	private record Turn(List<QueueConsumer> of, CompletableFuture<Void> over) {
	}

}
