// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.OnInvalidationFailure;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.write.Changes;
import io.github.rediscomponents.cache.write.FailedInvalidations;
import io.github.rediscomponents.support.BatchFailure;

/**
 * The invalidations and clears of one cache, whatever the type of its values. What fails,
 * for whatever reason, is queued before the caller sees it.
 */
final class Invalidations implements FailedInvalidations.Replayer, ImmediateWrites {

	private final CacheStore store;

	private final FailedInvalidations queue;

	private final LongConsumer cleared;

	private final CacheReport report;

	/**
	 * Creates the invalidations of a cache.
	 * @param cleared takes each generation that a clear began
	 */
	Invalidations(CacheStore store, FailedInvalidations queue, LongConsumer cleared, CacheReport report) {
		this.store = store;
		this.queue = queue;
		this.cleared = cleared;
		this.report = report;
	}

	@Override
	public boolean invalidate(String text) {
		long mark = this.queue.mark();
		boolean done = false;
		try {
			boolean removed = this.store.invalidate(text);
			done = true;
			this.queue.settle(text, mark);
			return removed;
		}
		catch (RedisComponentsException ex) {
			throwUnlessQueued(ex);
			return false;
		}
		finally {
			if (!done) {
				queue(List.of(text));
			}
		}
	}

	@Override
	public void invalidateAll(List<String> texts) {
		RedisComponentsException failure = tryAll(texts);
		if (failure != null) {
			throwUnlessQueued(failure);
		}
	}

	/**
	 * Removes entries.
	 * @return why some were not removed, and are queued; null if all were
	 */
	@Nullable RedisComponentsException tryAll(List<String> texts) {
		long mark = this.queue.mark();
		List<String> left = new ArrayList<>(texts);
		try {
			List<Reply<Long>> replies = this.store.invalidateAll(texts);
			left = left(texts, replies, mark);
			failures(replies).throwIfAny();
			return null;
		}
		catch (RedisComponentsException ex) {
			return ex;
		}
		finally {
			queue(left);
		}
	}

	/**
	 * Settles what succeeded.
	 * @return the other texts
	 */
	List<String> left(List<String> texts, List<Reply<Long>> replies, long mark) {
		List<String> left = new ArrayList<>();
		for (int i = 0; i < texts.size(); i++) {
			if (replies.get(i).failure() != null) {
				left.add(texts.get(i));
			}
			else {
				this.queue.settle(texts.get(i), mark);
			}
		}
		return left;
	}

	static BatchFailure failures(List<Reply<Long>> replies) {
		BatchFailure failures = new BatchFailure();
		for (Reply<Long> reply : replies) {
			RuntimeException failure = reply.failure();
			if (failure != null) {
				failures.failed(1, failure);
			}
			else {
				failures.done(1);
			}
		}
		return failures;
	}

	@Override
	public void clear() {
		RedisComponentsException failure = tryClear();
		if (failure != null) {
			throwUnlessQueued(failure);
		}
	}

	/**
	 * Clears the cache.
	 * @return why that failed and is queued; null if it succeeded
	 */
	private @Nullable RedisComponentsException tryClear() {
		long mark = this.queue.mark();
		boolean done = false;
		try {
			replayClear();
			done = true;
			this.queue.settleEverything(mark);
			return null;
		}
		catch (RedisComponentsException ex) {
			return ex;
		}
		finally {
			if (!done) {
				this.queue.addEverything();
				this.report.queuedEverything();
			}
		}
	}

	/**
	 * Returns what {@link #left} wants to know; to be called before a command is sent.
	 */
	long mark() {
		return this.queue.mark();
	}

	void settle(String text, long mark) {
		this.queue.settle(text, mark);
	}

	/**
	 * Returns whether a clear is queued.
	 */
	boolean isClearQueued() {
		return this.queue.isEverything();
	}

	/**
	 * Queues keys whose entries may be outdated.
	 */
	void queue(Collection<String> texts) {
		if (texts.isEmpty()) {
			return;
		}
		boolean kept = this.queue.add(texts, this.store.settings().writing().maxQueuedInvalidations());
		this.report.queued(texts.size());
		if (!kept) {
			this.report.queuedEverything();
		}
	}

	void throwUnlessQueued(RedisComponentsException failure) {
		if (this.store.settings().writing().onInvalidationFailure() == OnInvalidationFailure.THROW) {
			throw failure;
		}
		report(failure);
	}

	/**
	 * Applies those changes of a transaction that need no type.
	 */
	@Override
	public void apply(Changes changes) {
		if (changes.isCleared()) {
			report(tryClear());
		}
		List<String> texts = changes.invalidated();
		if (!texts.isEmpty()) {
			report(tryAll(texts));
		}
	}

	void report(@Nullable RedisComponentsException failure) {
		if (failure != null) {
			this.report.notInvalidated(failure);
		}
	}

	@Override
	public List<Reply<Long>> replayAll(List<String> texts) {
		return this.store.replay(texts);
	}

	@Override
	public void replayClear() {
		this.cleared.accept(this.store.clear());
	}

	@Override
	public void replayed(int done, @Nullable RuntimeException failure) {
		this.report.replayed(done, failure);
	}

}
