// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.github.rediscomponents.cache.CacheLoadException;
import io.github.rediscomponents.cache.flight.BulkSource;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.StageSource;
import io.github.rediscomponents.cache.flight.ValueSource;
import io.github.rediscomponents.cache.loader.LoadContext;
import io.github.rediscomponents.cache.store.CacheReport;
import io.github.rediscomponents.support.Spans.Span;
import org.jspecify.annotations.Nullable;

/**
 * Runs the loaders of one cache. Knows the keys for which the calling thread is inside a
 * loader: asking for one of them would wait for itself.
 *
 * @param <V> the type of the values
 */
public final class Loading<V> {

	private final ThreadLocal<Set<String>> loading = new ThreadLocal<>();

	private final String name;

	private final ValueType<V> type;

	private final CacheReport report;

	private final Consumer<Collection<String>> loaded;

	/**
	 * Creates the loaders of a cache.
	 * @param loaded takes the keys whose values a loader returned, on its thread
	 */
	public Loading(String name, ValueType<V> type, CacheReport report, Consumer<Collection<String>> loaded) {
		this.loaded = loaded;
		this.name = name;
		this.type = type;
		this.report = report;
	}

	/**
	 * Rejects a key that the calling thread is loading.
	 */
	public void check(String text) {
		if (isInside(text)) {
			throw circular();
		}
	}

	public IllegalStateException circular() {
		return new IllegalStateException(
				"A loader of cache '" + this.name + "' asked the cache for the key that it is loading");
	}

	/**
	 * Returns whether the calling thread is inside a loader of this cache.
	 */
	public boolean isInside() {
		return this.loading.get() != null;
	}

	/**
	 * Returns whether the calling thread is inside a loader of a key.
	 */
	public boolean isInside(String text) {
		Set<String> known = this.loading.get();
		return known != null && known.contains(text);
	}

	/**
	 * Runs a loader.
	 */
	public @Nullable V call(String text, ValueSource<V> source, LoadContext<V> context) {
		return run(List.of(text), () -> this.type.check(source.load(context)));
	}

	/**
	 * Starts a loader in stages. What it does before it returns its stage counts as
	 * inside it.
	 */
	public StageResult<V> start(String text, StageSource<V> source, LoadContext<V> context) {
		StageResult<V> result = new StageResult<>(this.name, this.type::check);
		Span span = Span.NONE;
		if (!source.isPart()) {
			report(result.future());
			span = observed(result.future());
		}
		try {
			result.follow(inside(List.of(text), () -> source.load(context)));
		}
		catch (Throwable ex) {
			// Of any kind: only the future tells of it.
			result.fail(ex);
		}
		finally {
			span.leave();
		}
		return result;
	}

	private Span observed(CompletableFuture<?> load) {
		Span span = this.report.loadSpan();
		if (span != Span.NONE) {
			load.whenComplete((value, failure) -> {
				if (failure != null) {
					span.error(failure);
				}
				span.close();
			});
		}
		return span;
	}

	/**
	 * Reports a load that begins now.
	 */
	public void report(CompletableFuture<?> load) {
		long began = System.nanoTime();
		load.whenComplete((value, failure) -> this.report.load(System.nanoTime() - began, failure == null));
	}

	/**
	 * Calls a loader in stages.
	 */
	public <T> T inside(Collection<String> texts, Callable<T> loader) throws Exception {
		enter(texts);
		try {
			T stage = loader.call();
			this.loaded.accept(texts);
			return stage;
		}
		finally {
			leave(texts);
		}
	}

	private <T> @Nullable T run(Collection<String> texts, Callable<@Nullable T> loader) {
		enter(texts);
		long began = System.nanoTime();
		boolean succeeded = false;
		Span span = this.report.loadSpan();
		try {
			T value = loader.call();
			succeeded = true;
			this.loaded.accept(texts);
			return value;
		}
		catch (RuntimeException | Error ex) {
			span.error(ex);
			throw ex;
		}
		catch (InterruptedException ex) {
			span.error(ex);
			Thread.currentThread().interrupt();
			throw new CacheLoadException(this.name, ex);
		}
		catch (Exception ex) {
			span.error(ex);
			throw new CacheLoadException(this.name, ex);
		}
		finally {
			leave(texts);
			span.close();
			this.report.load(System.nanoTime() - began, succeeded);
		}
	}

	/**
	 * Runs a bulk loader.
	 * @param tags takes those that it gives
	 */
	public Map<String, V> callAll(List<Flight<V>> flights, BulkSource<V> source, BulkTags tags) {
		return callTexts(flights.stream().map(Flight::text).toList(), source, tags);
	}

	public Map<String, V> callTexts(List<String> texts, BulkSource<V> source, BulkTags tags) {
		return Objects.requireNonNull(run(texts, () -> this.type.checkAll(tags.load(source, texts))));
	}

	private void enter(Collection<String> texts) {
		Set<String> known = this.loading.get();
		if (known == null) {
			known = new HashSet<>();
			this.loading.set(known);
		}
		known.addAll(texts);
	}

	private void leave(Collection<String> texts) {
		Set<String> known = this.loading.get();
		if (known != null) {
			texts.forEach(known::remove);
			if (known.isEmpty()) {
				this.loading.remove();
			}
		}
	}

}
