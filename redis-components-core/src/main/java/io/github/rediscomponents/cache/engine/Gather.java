// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;

import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.flight.BulkStageSource;
import io.github.rediscomponents.cache.flight.StageSource;
import io.github.rediscomponents.cache.load.LoadPlaces.Place;
import io.github.rediscomponents.cache.load.Loading;
import io.github.rediscomponents.cache.load.TimeLimit;
import io.github.rediscomponents.cache.loader.LoadContext;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the keys that one asynchronous call has to load, and loads them together: when
 * it is known of each key whether this call loads it or waits for another one. Keys that
 * others do not bring are gathered once more, for a moment.
 *
 * @param <V> the type of the values
 */
final class Gather<V> {

	/** For this time keys are gathered that others have not brought. */
	private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

	private final ReentrantLock lock = new ReentrantLock();

	private final AsyncParts<V> parts;

	private final Loading<V> loading;

	private final BulkStageSource<V> source;

	private final CacheSettings settings;

	private final boolean nested;

	private final List<String> texts;

	private final Set<String> undecided;

	private Map<String, CompletableFuture<@Nullable V>> waiting = new LinkedHashMap<>();

	/** Take the tags of those that are loaded. */
	private final Map<String, LoadContext<V>> contexts = new ConcurrentHashMap<>();

	/** Those that are neither loaded by this call nor known. */
	private final Set<String> outstanding;

	/** Whether the first load has begun. */
	private boolean late;

	/** Whether more keys are waited for. */
	private boolean open;

	private volatile @Nullable Place place;

	/**
	 * Gathers nothing yet.
	 * @param nested whether the call came from inside a loader, whose place it uses
	 * @param texts of the keys
	 */
	Gather(AsyncParts<V> parts, Loading<V> loading, BulkStageSource<V> source, CacheSettings settings, boolean nested,
			Collection<String> texts) {
		this.parts = parts;
		this.loading = loading;
		this.source = source;
		this.settings = settings;
		this.nested = nested;
		this.texts = List.copyOf(texts);
		this.undecided = new LinkedHashSet<>(texts);
		this.outstanding = new LinkedHashSet<>(texts);
	}

	/**
	 * Takes the place of the first load.
	 */
	void has(Place first) {
		this.place = first;
	}

	/**
	 * A source that loads one key by itself.
	 */
	static <V> StageSource<V> alone(String text, BulkStageSource<V> source) {
		StageSource<V> alone = (context) -> source.load(List.of(text), (same, tags) -> context.tags(tags))
			.thenApply((loaded) -> loaded.get(text));
		return source.mayTag() ? StageSource.tagging(alone) : alone;
	}

	/**
	 * A source that loads one key together with the others.
	 */
	StageSource<V> source(String text) {
		return new StageSource<>() {

			@Override
			public CompletionStage<? extends @Nullable V> load(LoadContext<V> context) {
				return Gather.this.add(text, context);
			}

			@Override
			public boolean mayTag() {
				return Gather.this.source.mayTag();
			}

			@Override
			public boolean isPart() {
				return true;
			}

		};
	}

	private CompletableFuture<@Nullable V> add(String text, LoadContext<V> context) {
		CompletableFuture<@Nullable V> value = new CompletableFuture<>();
		this.lock.lock();
		try {
			this.waiting.put(text, value);
			this.contexts.put(text, context);
			this.outstanding.remove(text);
		}
		finally {
			this.lock.unlock();
		}
		decided(text);
		return value;
	}

	/**
	 * The call of a key has ended.
	 */
	void ended(String text) {
		this.lock.lock();
		try {
			this.outstanding.remove(text);
		}
		finally {
			this.lock.unlock();
		}
		decided(text);
	}

	/**
	 * It is known of a key whether it is loaded now by this call.
	 */
	void decided(String text) {
		CompletableFuture<@Nullable Void> window;
		this.lock.lock();
		try {
			this.undecided.remove(text);
			if (!this.undecided.isEmpty()) {
				return;
			}
			if (!this.late || this.outstanding.isEmpty()) {
				window = null;
			}
			else if (this.waiting.isEmpty() || this.open) {
				return;
			}
			else {
				window = new CompletableFuture<>();
				this.open = true;
			}
		}
		finally {
			this.lock.unlock();
		}
		if (window == null) {
			flush();
			return;
		}
		this.parts.stages().then(window, (over, failure) -> flush());
		this.parts.waiting().alarm(window, WINDOW_NANOS, () -> window.complete(null));
	}

	private void flush() {
		Map<String, CompletableFuture<@Nullable V>> due;
		Place first;
		this.lock.lock();
		try {
			due = due();
			first = this.place;
			this.place = null;
			this.late = true;
			this.open = false;
		}
		finally {
			this.lock.unlock();
		}
		if (!due.isEmpty()) {
			load(due, first);
		}
		else if (first != null) {
			first.close();
		}
	}

	private Map<String, CompletableFuture<@Nullable V>> due() {
		Map<String, CompletableFuture<@Nullable V>> due = new LinkedHashMap<>();
		for (String text : this.texts) {
			CompletableFuture<@Nullable V> value = this.waiting.get(text);
			if (value != null) {
				due.put(text, value);
			}
		}
		this.waiting = new LinkedHashMap<>();
		return due;
	}

	private void load(Map<String, CompletableFuture<@Nullable V>> due, @Nullable Place first) {
		if (this.nested) {
			start(due);
		}
		else if (first != null) {
			start(due, first);
		}
		else {
			TimeLimit limit = TimeLimit.of(this.settings.loading(), false);
			this.parts.stages().then(this.parts.runs().placeLater(this.settings, limit.at()), (place, failure) -> {
				if (place != null) {
					start(due, place);
				}
				else {
					fail(due, (failure != null) ? failure : this.parts.failSafe().rejection(this.settings.loading()));
				}
			});
		}
	}

	private void start(Map<String, CompletableFuture<@Nullable V>> due, Place place) {
		CompletableFuture.allOf(due.values().toArray(CompletableFuture[]::new))
			.whenComplete((all, failure) -> place.close());
		start(due);
	}

	private void start(Map<String, CompletableFuture<@Nullable V>> due) {
		CompletableFuture<?> all = CompletableFuture.allOf(due.values().toArray(CompletableFuture[]::new));
		if (all.isDone()) {
			return;
		}
		this.loading.report(all);
		CompletionStage<? extends Map<String, ? extends @Nullable V>> stage;
		try {
			List<String> loaded = List.copyOf(due.keySet());
			BiConsumer<String, String[]> tags = tags(loaded);
			stage = this.loading.inside(loaded, () -> this.source.load(loaded, tags));
		}
		catch (Throwable ex) {
			// Of any kind: only the futures tell of it.
			fail(due, ex);
			return;
		}
		if (stage == null) {
			fail(due, new IllegalStateException("A bulk loader returned null instead of a stage"));
			return;
		}
		stage.whenComplete((values, failure) -> {
			if (failure != null) {
				fail(due, failure);
			}
			else if (values == null) {
				fail(due, new IllegalStateException("A bulk loader returned null instead of a map"));
			}
			else {
				due.forEach((text, value) -> value.complete(values.get(text)));
			}
		});
		// Not before the last one is given up, which the others would take for a failure.
		all.whenComplete((ended, failure) -> {
			if (due.values().stream().anyMatch(CompletableFuture::isCancelled)) {
				stage.toCompletableFuture().cancel(true);
			}
		});
	}

	/**
	 * Returns what takes the tags of one load.
	 */
	private BiConsumer<String, String[]> tags(List<String> loaded) {
		Map<String, LoadContext<V>> own = new HashMap<>();
		loaded.forEach((text) -> own.put(text, Objects.requireNonNull(this.contexts.get(text))));
		return (text, tags) -> Objects.requireNonNull(own.get(text)).tags(tags);
	}

	private void fail(Map<String, CompletableFuture<@Nullable V>> due, Throwable thrown) {
		Throwable failure = this.parts.failSafe().failure(thrown);
		due.values().forEach((value) -> value.completeExceptionally(failure));
	}

}
