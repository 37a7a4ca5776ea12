// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongConsumer;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.CacheObserver.Change;
import io.github.rediscomponents.cache.OnInvalidationFailure;
import io.github.rediscomponents.cache.entry.TagIds;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.write.Changes;
import io.github.rediscomponents.cache.write.FailedInvalidations;
import io.github.rediscomponents.support.BatchFailure;
import org.jspecify.annotations.Nullable;

/**
 * The invalidations and clears of one cache, whatever the type of its values. What fails,
 * for whatever reason, is queued before the caller sees it.
 */
public final class Invalidations implements FailedInvalidations.Replayer, ImmediateWrites {

	private final CacheStore store;

	private final FailedInvalidations queue;

	private final LongConsumer cleared;

	private final CacheTags tags;

	private final CacheReport report;

	/**
	 * Creates the invalidations of a cache.
	 * @param cleared takes each generation that a clear began
	 */
	public Invalidations(CacheStore store, FailedInvalidations queue, LongConsumer cleared, CacheTags tags,
			CacheReport report) {
		this.store = store;
		this.queue = queue;
		this.cleared = cleared;
		this.tags = tags;
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
			this.report.invalidated(Change.KEY, 1);
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
			count(replies);
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
	public List<String> left(List<String> texts, List<Reply<Long>> replies, long mark) {
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

	/**
	 * Reports the keys that were invalidated.
	 */
	public void count(List<Reply<Long>> replies) {
		this.report.invalidated(Change.KEY, (int) replies.stream().filter((reply) -> reply.failure() == null).count());
	}

	public static BatchFailure failures(List<Reply<Long>> replies) {
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
	public void invalidateTags(long[] ids) {
		RedisComponentsException failure = tryTags(ids);
		if (failure != null) {
			throwUnlessQueued(failure);
		}
	}

	/**
	 * Outdates the entries that have one of the tags.
	 * @return why that failed and is queued; null if it succeeded
	 */
	private @Nullable RedisComponentsException tryTags(long[] ids) {
		long mark = this.queue.mark();
		boolean done = false;
		try {
			this.tags.invalidate(ids);
			done = true;
			return null;
		}
		catch (RedisComponentsException ex) {
			return ex;
		}
		finally {
			endTags(ids, mark, done);
		}
	}

	/**
	 * Ends an attempt to outdate the entries that have one of the tags: queues it if it
	 * failed. Then no caller of this process gets what was read or loaded before.
	 * @param mark taken before the attempt
	 */
	public void endTags(long[] ids, long mark, boolean done) {
		List<String> texts = QueuedTags.texts(ids);
		if (!done) {
			queue(texts);
		}
		// What was found current before they were queued, or numbered.
		this.tags.outdate(ids);
		if (done) {
			texts.forEach((text) -> this.queue.settle(text, mark));
		}
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
			return null;
		}
		catch (RedisComponentsException ex) {
			return ex;
		}
		finally {
			endClear(mark, done);
		}
	}

	/**
	 * Ends an attempt to clear the cache: queues it if it failed.
	 * @param mark taken before the attempt
	 */
	public void endClear(long mark, boolean done) {
		if (done) {
			this.queue.settleEverything(mark);
		}
		else {
			this.queue.addEverything();
			this.report.queuedEverything();
		}
	}

	/**
	 * Redis has begun a generation.
	 */
	public void cleared(long generation) {
		this.cleared.accept(generation);
		this.report.invalidated(Change.CLEAR, 1);
	}

	/**
	 * Returns the mark for {@link #left}, which is taken before a command is sent.
	 */
	public long mark() {
		return this.queue.mark();
	}

	public void settle(String text, long mark) {
		this.queue.settle(text, mark);
	}

	/**
	 * Repeats now what is queued of a key, for a caller that would read the outdated
	 * entry.
	 * @throws RedisComponentsException if that failed again; it stays queued
	 */
	public void repeatNow(String text) {
		if (!this.queue.contains(text)) {
			return;
		}
		long mark = this.queue.mark();
		if (this.queue.isEverything()) {
			replayClear();
			this.queue.settleEverything(mark);
		}
		else {
			this.store.invalidate(text);
			this.queue.settle(text, mark);
		}
		this.report.replayed(1, null);
	}

	/**
	 * Queues keys whose entries may be outdated.
	 */
	public void queue(Collection<String> texts) {
		if (texts.isEmpty()) {
			return;
		}
		boolean kept = this.queue.add(texts, this.store.settings().writing().maxQueuedInvalidations());
		this.report.queued(texts.size());
		if (!kept) {
			this.report.queuedEverything();
		}
	}

	public void throwUnlessQueued(RedisComponentsException failure) {
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
		chunks(changes.invalidatedTags()).forEach((ids) -> report(tryTags(ids)));
		List<String> texts = changes.invalidated();
		if (!texts.isEmpty()) {
			report(tryAll(texts));
		}
	}

	public void report(@Nullable RedisComponentsException failure) {
		if (failure != null) {
			this.report.notInvalidated(failure);
		}
	}

	@Override
	public List<Reply<Long>> replayAll(List<String> texts) {
		return repeat(texts, this.store::replay, this.tags::replay);
	}

	/**
	 * Repeats invalidations of keys and of tags, which are queued together.
	 * @return the replies in the order of the texts
	 */
	private List<Reply<Long>> repeat(List<String> texts, Function<List<String>, List<Reply<Long>>> sendKeys,
			Function<long[], Reply<Long>> sendTags) {
		Map<String, Reply<Long>> replies = new HashMap<>();
		for (long[] ids : chunks(texts.stream().filter(QueuedTags::isTag).mapToLong(QueuedTags::id).toArray())) {
			Reply<Long> reply = sendTags.apply(ids);
			QueuedTags.texts(ids).forEach((text) -> replies.put(text, reply));
		}
		List<String> keys = texts.stream().filter((text) -> !QueuedTags.isTag(text)).toList();
		List<Reply<Long>> ofKeys = keys.isEmpty() ? List.of() : sendKeys.apply(keys);
		for (int i = 0; i < keys.size(); i++) {
			replies.put(keys.get(i), ofKeys.get(i));
		}
		count(ofKeys);
		return texts.stream().map((text) -> Objects.requireNonNull(replies.get(text))).toList();
	}

	/**
	 * Returns as many at a time as one command takes.
	 */
	private static List<long[]> chunks(long[] ids) {
		List<long[]> chunks = new ArrayList<>();
		for (int from = 0; from < ids.length; from += TagIds.MOST_INVALIDATED) {
			chunks.add(Arrays.copyOfRange(ids, from, Math.min(ids.length, from + TagIds.MOST_INVALIDATED)));
		}
		return chunks;
	}

	@Override
	public List<Reply<Long>> replayAnywhere(List<String> texts) {
		return repeat(texts, this.store::invalidateAll, this.tags::repeat);
	}

	@Override
	public void replayClear() {
		cleared(this.store.clear());
	}

	@Override
	public void replayed(int done, @Nullable RuntimeException failure) {
		this.report.replayed(done, failure);
	}

}
