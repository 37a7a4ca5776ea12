// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.entry.Generation;
import io.github.rediscomponents.cache.load.OpenCalls;
import io.github.rediscomponents.cache.load.Stages;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.store.AsyncStore;
import io.github.rediscomponents.cache.store.CacheTags;
import io.github.rediscomponents.cache.store.CacheWrites;
import io.github.rediscomponents.cache.store.Invalidations;
import io.github.rediscomponents.cache.write.PendingPut;
import org.jspecify.annotations.Nullable;

/**
 * Puts, invalidations and clears as those of {@link CacheWrites}, without a thread that
 * waits.
 *
 * @param <V> the type of the values
 */
final class AsyncWrites<V> {

	private final Stages stages;

	private final AsyncStore async;

	private final CacheWrites<V> writes;

	private final Invalidations invalidations;

	private final Generation generation;

	private final CacheTags tags;

	AsyncWrites(Stages stages, AsyncStore async, CacheWrites<V> writes, Invalidations invalidations,
			Generation generation, CacheTags tags) {
		this.stages = stages;
		this.async = async;
		this.writes = writes;
		this.invalidations = invalidations;
		this.generation = generation;
		this.tags = tags;
	}

	/**
	 * Stores a value.
	 */
	CompletableFuture<@Nullable Void> put(String text, PendingPut put) {
		return ended(List.of(text),
				() -> moment(List.of(put)).thenCompose(
						(moment) -> this.async.put(text, this.writes.args(text, put, this.generation.known(), moment)))
					.thenApply(AsyncWrites::one),
				AsyncWrites::stored);
	}

	/**
	 * Stores values, in one flush.
	 */
	CompletableFuture<@Nullable Void> putAll(Map<String, PendingPut> puts) {
		List<String> texts = List.copyOf(puts.keySet());
		return ended(texts, () -> moment(puts.values()).thenCompose((moment) -> {
			long began = this.generation.known();
			List<byte[][]> args = new ArrayList<>(texts.size());
			puts.forEach((text, put) -> args.add(this.writes.args(text, put, began, moment)));
			return this.async.putAll(texts, args);
		}), AsyncWrites::stored);
	}

	/**
	 * Reads what has to be known before values are stored.
	 * @return completes with the moment of the tags; 0 if none has tags
	 */
	private CompletableFuture<Long> moment(Collection<PendingPut> puts) {
		boolean tagged = puts.stream().anyMatch((put) -> !put.options().tags().isEmpty());
		return this.async.ensureGeneration()
			.thenCompose((read) -> tagged ? this.tags.momentLater(this.async) : CompletableFuture.completedFuture(0L));
	}

	/**
	 * Removes an entry.
	 */
	CompletableFuture<@Nullable Void> invalidate(String text) {
		return ended(List.of(text), () -> this.async.invalidate(text).thenApply(AsyncWrites::one), this::invalidated);
	}

	/**
	 * Removes entries, in one flush.
	 */
	CompletableFuture<@Nullable Void> invalidateAll(List<String> texts) {
		return ended(texts, () -> this.async.invalidateAll(texts), this::invalidated);
	}

	/**
	 * Outdates the entries that have one of the tags.
	 */
	CompletableFuture<@Nullable Void> invalidateTags(long[] ids) {
		long mark = this.invalidations.mark();
		return ended(() -> this.tags.invalidateLater(ids, this.async), (none, failure) -> {
			this.invalidations.endTags(ids, mark, failure == null);
			throwUnlessQueued(failure);
		});
	}

	/**
	 * Removes all entries.
	 */
	CompletableFuture<@Nullable Void> clear() {
		long mark = this.invalidations.mark();
		return ended(this.async::clear, (generation, failure) -> {
			if (generation != null) {
				this.invalidations.cleared(generation);
			}
			this.invalidations.endClear(mark, generation != null);
			this.writes.detachAll();
			throwUnlessQueued(failure);
		});
	}

	private static void stored(List<Reply<Long>> replies, @Nullable Throwable failure) {
		if (failure != null) {
			rethrow(failure);
		}
	}

	private void invalidated(List<Reply<Long>> replies, @Nullable Throwable failure) {
		this.invalidations.count(replies);
		throwUnlessQueued(failure);
	}

	private void throwUnlessQueued(@Nullable Throwable failure) {
		if (failure instanceof RedisComponentsException ours) {
			this.invalidations.throwUnlessQueued(ours);
		}
		else if (failure != null) {
			rethrow(failure);
		}
	}

	private static List<Reply<Long>> one(Long reply) {
		return List.of(Reply.of(reply));
	}

	/**
	 * Ends a write as {@link CacheWrites} does: what failed is queued, and in any case no
	 * later caller gets what was loaded before.
	 * @param then takes the replies, none if the write failed as a whole, and what
	 * failed, and throws what the caller is to see
	 */
	private CompletableFuture<@Nullable Void> ended(List<String> texts,
			Supplier<CompletableFuture<List<Reply<Long>>>> write,
			BiConsumer<List<Reply<Long>>, @Nullable Throwable> then) {
		long mark = this.invalidations.mark();
		return ended(write, (replies, failure) -> {
			Throwable known = (replies != null) ? failure(replies) : failure;
			this.invalidations.queue((replies != null) ? this.invalidations.left(texts, replies, mark) : texts);
			texts.forEach(this.writes::detach);
			then.accept((replies != null) ? replies : List.of(), known);
		});
	}

	/**
	 * Ends a write.
	 * @param then takes the reply or what failed, and throws what the caller is to see
	 */
	private <T extends @Nullable Object> CompletableFuture<@Nullable Void> ended(Supplier<CompletableFuture<T>> write,
			Stages.Step<T> then) {
		CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
		this.stages.then(started(write), (reply, failure) -> OpenCalls.step(ended, () -> {
			then.take(reply, failure);
			ended.complete(null);
		}));
		return ended;
	}

	private static @Nullable Throwable failure(List<Reply<Long>> replies) {
		try {
			Invalidations.failures(replies).throwIfAny();
			return null;
		}
		catch (RedisComponentsException ex) {
			return ex;
		}
	}

	private static <T extends @Nullable Object> CompletableFuture<T> started(Supplier<CompletableFuture<T>> write) {
		try {
			return write.get();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private static void rethrow(Throwable failure) {
		if (failure instanceof Error error) {
			throw error;
		}
		throw (failure instanceof RuntimeException unchecked) ? unchecked : new IllegalStateException(failure);
	}

}
