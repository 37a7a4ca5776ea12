// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.flight.BulkStageSource;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.flight.StageSource;
import io.github.rediscomponents.cache.load.LoadCall;
import io.github.rediscomponents.cache.load.Loading;
import io.github.rediscomponents.cache.load.OpenCalls;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.store.CacheStore;
import io.github.rediscomponents.cache.store.EntryReader;
import io.github.rediscomponents.cache.store.LocalReads;
import io.github.rediscomponents.cache.store.TypedWrites;
import io.github.rediscomponents.cache.write.Changes;
import io.github.rediscomponents.cache.write.PendingPut;
import io.github.rediscomponents.support.Attempt;
import org.jspecify.annotations.Nullable;

/**
 * The asynchronous calls of one cache, below the types of its keys. They block no thread.
 * The transaction of the calling thread counts, as for calls of threads.
 *
 * @param <V> the type of the values
 * @since 1.0.0
 */
public final class AsyncAccess<V> {

	private final AsyncParts<V> parts;

	private final AsyncWrites<V> immediate;

	private final TypedWrites<V> writes;

	private final EntryUse<V> use;

	private final LocalReads<V> local;

	private final Guard guard;

	private final Loading<V> loading;

	private final UncommittedReads<V> uncommitted;

	private final OpenCalls calls;

	private final AsyncBulk<V> bulk;

	private final AsyncWriteThrough through;

	AsyncAccess(CacheStore store, AsyncParts<V> parts, AsyncWrites<V> immediate, TypedWrites<V> writes, EntryUse<V> use,
			LocalReads<V> local, Guard guard, Loading<V> loading, UncommittedReads<V> uncommitted) {
		this.parts = parts;
		this.immediate = immediate;
		this.writes = writes;
		this.use = use;
		this.local = local;
		this.guard = guard;
		this.loading = loading;
		this.uncommitted = uncommitted;
		this.calls = new OpenCalls(store, parts.failSafe());
		this.bulk = new AsyncBulk<>(parts, use, local, guard, store);
		this.through = new AsyncWriteThrough(store.name(), parts.stages(), immediate);
	}

	public CompletableFuture<@Nullable V> get(String text, StageSource<V> source, @Nullable EntryOptions options,
			Guarding guarding) {
		Changes changes = this.uncommitted.hiding(text);
		if (changes != null) {
			return this.uncommitted.getLater(changes, text, source, options);
		}
		Found<V> near = this.local.find(text);
		if (near != null) {
			return CompletableFuture.completedFuture(near.value());
		}
		return this.calls.call((answer) -> new Read(answer, text, source, options, guarding).begin());
	}

	/**
	 * Gets values, see {@link CacheCore#getAll}.
	 * @param texts each once
	 * @param result makes what is returned of the values by their texts
	 */
	public <R> CompletableFuture<R> getAll(List<String> texts, BulkStageSource<V> source, Guarding guarding,
			Function<Map<String, Found<V>>, R> result) {
		List<String> hidden = this.uncommitted.hidden(texts);
		Set<String> own = Set.copyOf(hidden);
		Map<String, Found<V>> near = new LinkedHashMap<>();
		List<String> rest = new ArrayList<>();
		for (String text : texts) {
			if (!own.contains(text)) {
				Found<V> known = this.local.find(text);
				if (known != null) {
					near.put(text, known);
				}
				else {
					rest.add(text);
				}
			}
		}
		CompletableFuture<Map<String, Found<V>>> others = rest.isEmpty() ? CompletableFuture.completedFuture(near)
				: this.calls.call((answer) -> this.bulk.get(answer, rest, near, source, guarding, this.loading));
		return Attempt.read(hidden.isEmpty() ? others
				: AsyncBulk.joined(others, this.uncommitted.getAllLater(hidden, source, this.parts)), result);
	}

	/**
	 * Looks without loading, waiting or rebuilding.
	 */
	public CompletableFuture<Lookup<V>> peek(String text) {
		Changes changes = this.uncommitted.hiding(text);
		return (changes != null) ? CompletableFuture.completedFuture(this.uncommitted.look(changes, text))
				: look(text, false, (read, known) -> this.use.seen(text, read, known));
	}

	/**
	 * Looks without loading, see {@link CacheAccess#find}.
	 */
	public CompletableFuture<Lookup<V>> find(String text) {
		Changes changes = this.uncommitted.hiding(text);
		if (changes != null) {
			return CompletableFuture.completedFuture(this.uncommitted.look(changes, text));
		}
		Found<V> near = this.local.find(text);
		if (near != null) {
			return CompletableFuture.completedFuture(this.use.known(near));
		}
		long stamp = this.local.stamp(text);
		return look(text, true, (read, known) -> this.use.found(text, read, known, stamp));
	}

	private CompletableFuture<Lookup<V>> look(String text, boolean onlyWell,
			BiFunction<Reply<byte[]>, EntryReader<V>.Confirmation, Lookup<V>> then) {
		return this.calls.call((answer) -> confirmed(answer, text, onlyWell,
				(read, known) -> answer.complete(then.apply(read, known))));
	}

	/**
	 * Reads an entry, and what has to be known to interpret it.
	 * @param answer fails if that fails, or the next step does
	 */
	private void confirmed(CompletableFuture<?> answer, String text, boolean onlyWell, Confirmed<V> next) {
		OpenCalls.step(answer, () -> this.parts.stages()
			.then(this.parts.store().read(text, onlyWell), (read, unread) -> OpenCalls.step(answer, () -> {
				if (read == null) {
					fail(answer, unread);
					return;
				}
				this.parts.stages()
					.then(this.parts.confirm(text, read.value()), (known, unknown) -> OpenCalls.step(answer, () -> {
						if (known == null) {
							fail(answer, unknown);
						}
						else {
							next.take(read, known);
						}
					}));
			})));
	}

	private static void fail(CompletableFuture<?> answer, @Nullable Throwable failure) {
		answer.completeExceptionally((failure != null) ? failure : new IllegalStateException("A step had no result"));
	}

	/**
	 * Stores values by their texts, in a transaction of the calling thread after its
	 * commit.
	 */
	public CompletableFuture<@Nullable Void> putAll(Map<String, @Nullable V> values, EntryOptions options) {
		try {
			Map<String, PendingPut> puts = this.writes.putLater(values, options);
			return (puts.size() == 1)
					? this.immediate.put(puts.keySet().iterator().next(), puts.values().iterator().next())
					: ended(puts.isEmpty(), () -> this.immediate.putAll(puts));
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	/**
	 * Removes entries, in a transaction of the calling thread after its commit.
	 */
	public CompletableFuture<@Nullable Void> invalidateAll(List<String> texts) {
		List<String> now = this.writes.invalidateLater(texts);
		return (now.size() == 1) ? this.immediate.invalidate(now.get(0))
				: ended(now.isEmpty(), () -> this.immediate.invalidateAll(now));
	}

	/**
	 * Outdates the entries that have one of the tags, in a transaction of the calling
	 * thread after its commit.
	 */
	public CompletableFuture<@Nullable Void> invalidateTags(long[] ids) {
		return ended(this.writes.invalidateTagsLater(ids), () -> this.immediate.invalidateTags(ids));
	}

	/**
	 * Removes all entries, in a transaction of the calling thread after its commit.
	 */
	public CompletableFuture<@Nullable Void> clear() {
		return ended(this.writes.clearLater(), this.immediate::clear);
	}

	/**
	 * Begins a write of the data on the calling thread, and invalidates a key when it is
	 * complete, in a transaction of the calling thread also after its commit.
	 */
	public <R extends @Nullable Object> CompletableFuture<R> writeThrough(String text,
			Callable<? extends CompletionStage<? extends R>> write) {
		return this.through.write(text, write, this.writes.invalidateLater(List.of(text)).isEmpty());
	}

	private static CompletableFuture<@Nullable Void> ended(boolean nothing,
			Supplier<CompletableFuture<@Nullable Void>> write) {
		return nothing ? CompletableFuture.completedFuture(null) : write.get();
	}

	/**
	 * Takes an entry and what was read after it.
	 */
	private interface Confirmed<V> {

		void take(Reply<byte[]> read, EntryReader<V>.Confirmation known);

	}

	/**
	 * One call that may load.
	 */
	private final class Read {

		private final String text;

		private final StageSource<V> source;

		private final @Nullable EntryOptions options;

		private final Guarding guarding;

		/** Known by the calling thread only. */
		private final boolean nested;

		private final boolean circular;

		private final CompletableFuture<V> answer;

		Read(CompletableFuture<V> answer, String text, StageSource<V> source, @Nullable EntryOptions options,
				Guarding guarding) {
			this.answer = answer;
			this.text = text;
			this.source = source;
			this.options = options;
			this.guarding = guarding;
			this.nested = AsyncAccess.this.loading.isInside();
			this.circular = AsyncAccess.this.loading.isInside(text);
		}

		void step(Runnable step) {
			OpenCalls.step(this.answer, step);
		}

		void begin() {
			long stamp = AsyncAccess.this.local.stamp(this.text);
			confirmed(this.answer, this.text, true, (read, known) -> replied(read, known, stamp));
		}

		private void replied(Reply<byte[]> read, EntryReader<V>.Confirmation known, long stamp) {
			Found<V> usable = AsyncAccess.this.use.usable(this.text, read, known, stamp, this.source, this.options);
			if (usable != null) {
				this.answer.complete(usable.value());
			}
			else if (read.failure() != null) {
				load(read, known);
			}
			else {
				AsyncAccess.this.parts.stages()
					.then(AsyncAccess.this.guard.absentLater(List.of(this.text), this.guarding),
							(absent, failure) -> step(() -> guarded(read, known, absent, failure)));
			}
		}

		private void guarded(Reply<byte[]> read, EntryReader<V>.Confirmation known, @Nullable List<String> absent,
				@Nullable Throwable failure) {
			if (absent == null) {
				fail(this.answer, failure);
			}
			else if (absent.isEmpty()) {
				load(read, known);
			}
			else {
				AsyncAccess.this.parts.report().absent();
				this.answer.complete(null);
			}
		}

		private void load(Reply<byte[]> read, EntryReader<V>.Confirmation known) {
			LoadCall<V> call = AsyncAccess.this.use.missed(this.text, read, known, this.source, this.options);
			if (call.held() == null) {
				AsyncAccess.this.parts.report().lookup(Lookup.State.MISS);
			}
			if (this.circular) {
				throw AsyncAccess.this.loading.circular();
			}
			// A loader must not depend on what is bound to the thread of the caller.
			AsyncAccess.this.parts.stages().run(() -> step(() -> load(call, read)));
		}

		private void load(LoadCall<V> call, Reply<byte[]> read) {
			new AsyncCaller<>(AsyncAccess.this.parts, new AsyncCall<>(call, this.source, this.nested, null))
				.get(read.value(), read.failure() == null)
				.whenComplete((found, failure) -> ended(call, read.value(), found, failure));
		}

		/**
		 * Whether an older value is returned is known at the end only.
		 */
		private void ended(LoadCall<V> call, byte @Nullable [] entry, @Nullable Found<V> found,
				@Nullable Throwable failure) {
			if (call.held() != null) {
				AsyncAccess.this.use.ended(entry, found);
			}
			if (found != null) {
				this.answer.complete(found.value());
			}
			else {
				fail(this.answer, failure);
			}
		}

	}

}
