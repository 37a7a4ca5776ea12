// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * The keys of one cache whose invalidation failed, each once. More than a bound become
 * the whole cache, so that none is lost.
 *
 * <p>
 * A key leaves the queue when an invalidation that was sent after it was queued has
 * succeeded: the {@link #mark} is taken before a command is sent, and what is queued
 * while the command is under way stays.
 *
 * @since 1.0.0
 */
public final class FailedInvalidations {

	private final Runnable onQueued;

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<String, Failed> byText = new ConcurrentHashMap<>();

	private volatile @Nullable Failed everything;

	private volatile long version;

	private final AtomicReference<@Nullable Replayer> replayer = new AtomicReference<>();

	/**
	 * Creates an empty queue.
	 * @param onQueued called whenever something was queued
	 */
	FailedInvalidations(Runnable onQueued) {
		this.onQueued = onQueued;
	}

	/**
	 * Sets what repeats the invalidations from now on.
	 */
	public void replayBy(Replayer changed) {
		this.replayer.set(changed);
	}

	/**
	 * Sets what repeats them as long as there is nothing else.
	 */
	public void replayAtLeastBy(Replayer untyped) {
		this.replayer.compareAndSet(null, untyped);
	}

	/**
	 * Returns whether the entry of a key may be outdated.
	 */
	public boolean contains(String text) {
		// In this order: the keys go when the whole cache takes their place.
		return (!this.byText.isEmpty() && this.byText.containsKey(text)) || this.everything != null;
	}

	public boolean isEmpty() {
		return this.byText.isEmpty() && this.everything == null;
	}

	/**
	 * Returns the mark for {@link #settle}, which is taken before a command is sent.
	 */
	public long mark() {
		return this.version;
	}

	/**
	 * Queues keys.
	 * @param most how many are kept
	 * @return false if there were too many, and the whole cache is queued instead
	 */
	public boolean add(Collection<String> texts, int most) {
		boolean kept = true;
		this.lock.lock();
		try {
			long now = ++this.version;
			Failed whole = this.everything;
			if (whole != null) {
				this.everything = whole.again(now);
				return true;
			}
			Failed failed = new Failed(now, System.nanoTime());
			for (String text : texts) {
				this.byText.merge(text, failed, (old, added) -> old.again(now));
				if (this.byText.size() > most) {
					becomeEverything(now);
					kept = false;
					break;
				}
			}
		}
		finally {
			this.lock.unlock();
			this.onQueued.run();
		}
		return kept;
	}

	/**
	 * Queues the whole cache.
	 */
	public void addEverything() {
		this.lock.lock();
		try {
			becomeEverything(++this.version);
		}
		finally {
			this.lock.unlock();
			this.onQueued.run();
		}
	}

	private void becomeEverything(long now) {
		this.everything = new Failed(now, oldest(System.nanoTime()));
		this.byText.clear();
	}

	/**
	 * A key was invalidated, or has another value.
	 * @param mark taken before the command was sent
	 */
	public void settle(String text, long mark) {
		if (!this.byText.isEmpty()) {
			this.byText.computeIfPresent(text, (same, failed) -> (failed.version <= mark) ? null : failed);
		}
	}

	/**
	 * The cache was cleared.
	 * @param mark taken before the command was sent
	 */
	public void settleEverything(long mark) {
		this.lock.lock();
		try {
			Failed whole = this.everything;
			if (whole != null && whole.version <= mark) {
				this.everything = null;
			}
			this.byText.values().removeIf((failed) -> failed.version <= mark);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Repeats what failed, and leaves nodes alone that do not answer.
	 * @return how many succeeded
	 */
	int replay() {
		return replay(Replayer::replayAll, () -> true);
	}

	/**
	 * Repeats what failed, also where no answer is expected.
	 * @param deadlineNanos after which no more is sent, by the monotonic clock
	 * @return how many succeeded
	 */
	int replayUntil(long deadlineNanos) {
		return replay(Replayer::replayAnywhere, () -> System.nanoTime() - deadlineNanos < 0);
	}

	private int replay(BiFunction<Replayer, List<String>, List<Reply<Long>>> send, BooleanSupplier inTime) {
		if (isEmpty()) {
			return 0;
		}
		Replayer sender = Objects.requireNonNull(this.replayer.get());
		if (this.everything != null) {
			long mark = mark();
			sender.replayClear();
			settleEverything(mark);
			sender.replayed(1, null);
			return 1;
		}
		return replayKeys(sender, send, inTime);
	}

	private int replayKeys(Replayer sender, BiFunction<Replayer, List<String>, List<Reply<Long>>> send,
			BooleanSupplier inTime) {
		List<String> texts = List.copyOf(this.byText.keySet());
		int done = 0;
		RuntimeException failure = null;
		for (int from = 0; from < texts.size() && inTime.getAsBoolean(); from += RedisBatch.CHUNK_COMMANDS) {
			long mark = mark();
			List<String> chunk = texts.subList(from, Math.min(texts.size(), from + RedisBatch.CHUNK_COMMANDS))
				.stream()
				.filter(this.byText::containsKey)
				.toList();
			List<Reply<Long>> replies = send.apply(sender, chunk);
			for (int i = 0; i < chunk.size(); i++) {
				RuntimeException known = replies.get(i).failure();
				if (known == null) {
					settle(chunk.get(i), mark);
					done++;
				}
				else if (!(failure instanceof RedisUnavailableException)) {
					failure = known;
				}
			}
		}
		sender.replayed(done, failure);
		if (failure != null) {
			throw failure;
		}
		return done;
	}

	int size() {
		return (this.everything != null) ? 1 : this.byText.size();
	}

	/**
	 * Returns whether the whole cache is queued.
	 */
	public boolean isEverything() {
		return this.everything != null;
	}

	/**
	 * Returns when the first one failed, by the monotonic clock.
	 * @param now the result if there is none
	 */
	long oldest(long now) {
		Failed whole = this.everything;
		long oldest = (whole != null) ? whole.sinceNanos : now;
		for (Failed failed : this.byText.values()) {
			oldest = (failed.sinceNanos - oldest < 0) ? failed.sinceNanos : oldest;
		}
		return oldest;
	}

	private record Failed(long version, long sinceNanos) {

		Failed again(long now) {
			return new Failed(now, this.sinceNanos);
		}

	}

	/**
	 * Sends the commands.
	 */
	public interface Replayer {

		/** Invalidates keys again; those of nodes that do not answer fail at once. */
		List<Reply<Long>> replayAll(List<String> texts);

		/** Invalidates keys again, also those of nodes that do not answer. */
		List<Reply<Long>> replayAnywhere(List<String> texts);

		void replayClear();

		/**
		 * Some were repeated.
		 * @param done how many succeeded
		 * @param failure why others did not; null if there are none
		 */
		void replayed(int done, @Nullable RuntimeException failure);

	}

}
