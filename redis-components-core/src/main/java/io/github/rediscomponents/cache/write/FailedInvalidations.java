// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.cache.node.Reply;

/**
 * The keys of one cache whose invalidation failed, each once. More than a bound become
 * the whole cache, so that none is lost.
 *
 * <p>
 * A key leaves the queue when an invalidation that was sent after it was queued has
 * succeeded: the {@link #mark} is taken before a command is sent, and what is queued
 * while the command is under way stays.
 *
 * @since 0.1.0
 */
public final class FailedInvalidations {

	private final Outbox outbox;

	private final ReentrantLock lock = new ReentrantLock();

	private final Map<String, Failed> byText = new ConcurrentHashMap<>();

	private volatile @Nullable Failed everything;

	private volatile long version;

	private final AtomicReference<@Nullable Replayer> replayer = new AtomicReference<>();

	FailedInvalidations(Outbox outbox) {
		this.outbox = outbox;
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
		return this.everything != null || (!this.byText.isEmpty() && this.byText.containsKey(text));
	}

	public boolean isEmpty() {
		return this.everything == null && this.byText.isEmpty();
	}

	/**
	 * Returns what {@link #settle} wants to know; to be called before a command is sent.
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
			this.outbox.schedule();
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
			this.outbox.schedule();
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
	 * Repeats what failed.
	 * @return how many succeeded
	 */
	int replay() {
		Replayer sender = Objects.requireNonNull(this.replayer.get());
		long mark = mark();
		if (this.everything != null) {
			sender.replayClear();
			settleEverything(mark);
			sender.replayed(1, null);
			return 1;
		}
		List<String> texts = List.copyOf(this.byText.keySet());
		if (texts.isEmpty()) {
			return 0;
		}
		List<Reply<Long>> replies = sender.replayAll(texts);
		int done = 0;
		RuntimeException failure = null;
		for (int i = 0; i < texts.size(); i++) {
			RuntimeException known = replies.get(i).failure();
			if (known == null) {
				settle(texts.get(i), mark);
				done++;
			}
			else if (!(failure instanceof RedisCommandException)) {
				failure = known;
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

		List<Reply<Long>> replayAll(List<String> texts);

		void replayClear();

		/**
		 * Some were repeated.
		 * @param done how many succeeded
		 * @param failure why others did not; null if there are none
		 */
		void replayed(int done, @Nullable RuntimeException failure);

	}

}
