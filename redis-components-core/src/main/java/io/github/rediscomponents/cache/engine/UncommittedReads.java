// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.flight.BulkSource;
import io.github.rediscomponents.cache.flight.BulkStageSource;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.flight.LoadSource;
import io.github.rediscomponents.cache.flight.StageSource;
import io.github.rediscomponents.cache.flight.ValueSource;
import io.github.rediscomponents.cache.load.BulkTags;
import io.github.rediscomponents.cache.load.LoadCall;
import io.github.rediscomponents.cache.load.LoadDecision;
import io.github.rediscomponents.cache.load.Loading;
import io.github.rediscomponents.cache.load.StageLoad;
import io.github.rediscomponents.cache.store.CacheReport;
import io.github.rediscomponents.cache.store.CacheStore;
import io.github.rediscomponents.cache.write.Changes;
import io.github.rediscomponents.cache.write.Transactions;
import org.jspecify.annotations.Nullable;

/**
 * Reads of keys that the transaction of the calling thread has changed: they get what it
 * put, or what the loader returns inside the transaction. That is uncommitted, so it is
 * neither stored nor shared with another caller, and no older value takes its place. The
 * loader runs on the thread of the transaction, and waits for no place among the loads: a
 * transaction that waits keeps what the other loads need.
 *
 * @param <V> the type of the values
 */
final class UncommittedReads<V> {

	private final Transactions transactions;

	private final CacheStore store;

	private final Loading<V> loading;

	private final StageLoad<V> inStages;

	private final CacheReport report;

	UncommittedReads(Transactions transactions, CacheStore store, Loading<V> loading, StageLoad<V> inStages,
			CacheReport report) {
		this.inStages = inStages;
		this.transactions = transactions;
		this.store = store;
		this.loading = loading;
		this.report = report;
	}

	/**
	 * Returns the changes of the transaction of this thread.
	 * @return null if they do not concern the key
	 */
	@Nullable Changes hiding(String text) {
		return this.transactions.hiding(this.store.name(), text);
	}

	/**
	 * Returns those that the transaction of this thread has changed.
	 */
	List<String> hidden(List<String> texts) {
		Changes changes = this.transactions.changes(this.store.name());
		return (changes != null) ? texts.stream().filter(changes::hides).toList() : List.of();
	}

	@Nullable V get(Changes changes, String text, ValueSource<V> source, @Nullable EntryOptions options) {
		Lookup<V> known = look(changes, text);
		if (known.isHit()) {
			return known.value();
		}
		this.loading.check(text);
		return this.loading.call(text, source, new LoadDecision<>(call(text, source, options)));
	}

	/**
	 * Does the same without a thread that waits. The loader is called on the thread of
	 * the transaction.
	 */
	CompletableFuture<@Nullable V> getLater(Changes changes, String text, StageSource<V> source,
			@Nullable EntryOptions options) {
		Lookup<V> known = look(changes, text);
		if (known.isHit()) {
			return CompletableFuture.completedFuture(known.value());
		}
		if (this.loading.isInside(text)) {
			return CompletableFuture.failedFuture(this.loading.circular());
		}
		return this.inStages.uncommitted(call(text, source, options), source);
	}

	private LoadCall<V> call(String text, LoadSource<V> source, @Nullable EntryOptions options) {
		return new LoadCall<>(text, source, this.store.tuning().settings(options), options, null, null);
	}

	/**
	 * Gets the values of keys that are all hidden.
	 * @param found takes the results, by text
	 */
	void getAll(List<String> texts, BulkSource<V> source, Map<String, Found<V>> found) {
		List<String> missing = missing(texts, found::put);
		if (!missing.isEmpty()) {
			missing.forEach(this.loading::check);
			Map<String, V> loaded = this.loading.callTexts(missing, source, new BulkTags(null));
			missing.forEach((text) -> found.put(text, new Found<>(loaded.get(text))));
		}
	}

	/**
	 * Does the same without a thread that waits. The loader is called once, on the thread
	 * of the transaction.
	 * @return the results, by text
	 */
	Map<String, CompletableFuture<Found<V>>> getAllLater(List<String> texts, BulkStageSource<V> source,
			AsyncParts<V> parts) {
		Map<String, CompletableFuture<Found<V>>> values = new LinkedHashMap<>();
		List<String> missing = missing(texts,
				(text, known) -> values.put(text, CompletableFuture.completedFuture(known)));
		boolean circular = missing.stream().anyMatch(this.loading::isInside);
		Gather<V> gather = new Gather<>(parts, this.loading, source, this.store.settings(), true, missing);
		for (String text : missing) {
			StageSource<V> part = gather.source(text);
			values.put(text, circular ? CompletableFuture.failedFuture(this.loading.circular())
					: this.inStages.uncommitted(call(text, part, null), part).thenApply(Found::new));
		}
		return values;
	}

	/**
	 * Returns those that the transaction has not given.
	 * @param given takes the others
	 */
	private List<String> missing(List<String> texts, BiConsumer<String, Found<V>> given) {
		return texts.stream().filter((text) -> {
			Changes changes = hiding(text);
			Lookup<V> known = (changes != null) ? look(changes, text) : new Lookup<>(Lookup.State.MISS, null);
			if (known.isHit()) {
				given.accept(text, new Found<>(known.value()));
			}
			return !known.isHit();
		}).toList();
	}

	/**
	 * Looks without loading.
	 */
	Lookup<V> look(Changes changes, String text) {
		@SuppressWarnings("unchecked") // Put by this cache.
		Found<V> given = (Found<V>) changes.given(text);
		V value = (given != null) ? given.value() : null;
		Lookup.State state = (value != null) ? Lookup.State.FRESH
				: (given != null) ? Lookup.State.NULL : Lookup.State.MISS;
		this.report.lookup(state);
		return new Lookup<>(state, value);
	}

}
