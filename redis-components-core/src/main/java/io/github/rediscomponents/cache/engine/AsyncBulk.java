// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.github.rediscomponents.cache.CacheLoadException;
import io.github.rediscomponents.cache.CacheObserver.StaleReason;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.flight.BulkStageSource;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.load.FailSafe;
import io.github.rediscomponents.cache.load.LoadCall;
import io.github.rediscomponents.cache.load.Loading;
import io.github.rediscomponents.cache.load.OpenCalls;
import io.github.rediscomponents.cache.load.TimeLimit;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.cache.store.CacheStore;
import io.github.rediscomponents.cache.store.EntryReader;
import io.github.rediscomponents.cache.store.LocalReads;
import io.github.rediscomponents.cache.store.TagMoment;
import io.github.rediscomponents.support.Thrown;
import org.jspecify.annotations.Nullable;

/**
 * Asynchronous calls of many keys: one flush of reads, and then for each key that misses
 * the steps of a call of one key, whose loads are gathered into one.
 *
 * @param <V> the type of the values
 */
final class AsyncBulk<V> {

	private final AsyncParts<V> parts;

	private final EntryUse<V> use;

	private final LocalReads<V> local;

	private final Guard guard;

	private final CacheStore store;

	AsyncBulk(AsyncParts<V> parts, EntryUse<V> use, LocalReads<V> local, Guard guard, CacheStore store) {
		this.parts = parts;
		this.use = use;
		this.local = local;
		this.guard = guard;
		this.store = store;
	}

	/**
	 * Gets values.
	 * @param answer takes them
	 * @param texts of those that the local level does not have
	 * @param found those that it has; takes the others
	 */
	void get(CompletableFuture<Map<String, Found<V>>> answer, List<String> texts, Map<String, Found<V>> found,
			BulkStageSource<V> source, Guarding guarding, Loading<V> loading) {
		Call call = new Call(answer, texts, found, source, guarding, loading);
		for (String text : texts) {
			Reply<byte[]> withheld = this.store.withheld(text, true);
			call.stamps.put(text, this.local.stamp(text));
			if (withheld != null) {
				call.replies.put(text, withheld);
			}
		}
		List<String> read = texts.stream().filter((text) -> !call.replies.containsKey(text)).toList();
		CompletableFuture<List<Reply<byte[]>>> replies = read.isEmpty() ? CompletableFuture.completedFuture(List.of())
				: this.parts.store().readEach(read, true);
		this.parts.stages().then(replies, (known, failure) -> call.take(known, failure, (all) -> {
			for (int i = 0; i < read.size(); i++) {
				call.replies.put(read.get(i), all.get(i));
			}
			call.confirm();
		}));
	}

	/**
	 * Adds values that come one by one.
	 */
	static <V> CompletableFuture<Map<String, Found<V>>> joined(CompletableFuture<Map<String, Found<V>>> others,
			Map<String, CompletableFuture<Found<V>>> more) {
		CompletableFuture<?> all = CompletableFuture.allOf(more.values().toArray(CompletableFuture[]::new));
		return others.thenCombine(all, (found, done) -> {
			Map<String, Found<V>> both = new LinkedHashMap<>(found);
			more.forEach((text, value) -> both.put(text, value.join()));
			return both;
		});
	}

	/**
	 * One call.
	 */
	private final class Call {

		private final CompletableFuture<Map<String, Found<V>>> answer;

		private final Map<String, Found<V>> found;

		private final BulkStageSource<V> source;

		private final Guarding guarding;

		private final Loading<V> loading;

		/** Known by the calling thread only. */
		private final boolean nested;

		private final Set<String> inside;

		private final Map<String, Long> stamps = new HashMap<>();

		private final Map<String, Reply<byte[]>> replies = new LinkedHashMap<>();

		Call(CompletableFuture<Map<String, Found<V>>> answer, List<String> texts, Map<String, Found<V>> found,
				BulkStageSource<V> source, Guarding guarding, Loading<V> loading) {
			this.answer = answer;
			this.found = found;
			this.source = source;
			this.guarding = guarding;
			this.loading = loading;
			this.nested = loading.isInside();
			this.inside = texts.stream().filter(loading::isInside).collect(Collectors.toSet());
		}

		void step(@Nullable Throwable failure, Runnable step) {
			if (failure != null) {
				this.answer.completeExceptionally(Thrown.unwrapped(failure));
			}
			else {
				OpenCalls.step(this.answer, step);
			}
		}

		<T> void take(@Nullable T value, @Nullable Throwable failure, Consumer<T> next) {
			if (value != null) {
				OpenCalls.step(this.answer, () -> next.accept(value));
			}
			else {
				step((failure != null) ? failure : new IllegalStateException("A step had no result"), () -> {
				});
			}
		}

		private Reply<byte[]> reply(String text) {
			return Objects.requireNonNull(this.replies.get(text));
		}

		void confirm() {
			Map<String, byte[]> entries = new LinkedHashMap<>();
			this.replies.forEach((text, reply) -> {
				byte[] entry = reply.value();
				if (entry != null) {
					entries.put(text, entry);
				}
			});
			AsyncBulk.this.parts.stages()
				.then(AsyncBulk.this.parts.confirm(entries), (known, failure) -> take(known, failure, this::use));
		}

		private void use(EntryReader<V>.Confirmation known) {
			List<String> missing = new ArrayList<>();
			this.replies.forEach((text, reply) -> {
				Found<V> usable = AsyncBulk.this.use.usable(text, reply, known,
						this.stamps.getOrDefault(text, LocalReads.UNKEPT), Gather.alone(text, this.source), null);
				if (usable != null) {
					this.found.put(text, usable);
				}
				else {
					missing.add(text);
				}
			});
			List<String> reached = missing.stream().filter((text) -> reply(text).failure() == null).toList();
			if (reached.isEmpty()) {
				load(missing, known);
				return;
			}
			AsyncBulk.this.parts.stages()
				.then(AsyncBulk.this.guard.absentLater(reached, this.guarding),
						(answers, failure) -> take(answers, failure, (absent) -> {
							for (String text : absent) {
								AsyncBulk.this.parts.report().absent();
								this.found.put(text, new Found<>(null));
							}
							missing.removeAll(Set.copyOf(absent));
							load(missing, known);
						}));
		}

		private void load(List<String> missing, EntryReader<V>.Confirmation known) {
			if (missing.isEmpty()) {
				this.answer.complete(this.found);
				return;
			}
			if (missing.stream().anyMatch(this.inside::contains)) {
				throw this.loading.circular();
			}
			// A loader must not depend on what is bound to the thread of the caller.
			AsyncBulk.this.parts.stages().run(() -> step(null, () -> begin(missing, known)));
		}

		private void begin(List<String> missing, EntryReader<V>.Confirmation known) {
			CacheSettings settings = AsyncBulk.this.store.settings();
			Gather<V> gather = new Gather<>(AsyncBulk.this.parts, this.loading, this.source, settings, this.nested,
					missing);
			Map<String, LoadCall<V>> calls = calls(missing, gather, known);
			if (calls.isEmpty()) {
				this.answer.complete(this.found);
				return;
			}
			if (!this.source.mayTag()) {
				takePlace(calls, gather, settings);
				return;
			}
			TagMoment moment = new TagMoment();
			AsyncBulk.this.parts.stages()
				.then(AsyncBulk.this.parts.tags().readLater(moment, AsyncBulk.this.parts.store()),
						(read, failure) -> step(failure, () -> {
							calls.values().forEach((call) -> call.readMoment(moment));
							takePlace(calls, gather, settings);
						}));
		}

		private void takePlace(Map<String, LoadCall<V>> calls, Gather<V> gather, CacheSettings settings) {
			if (this.nested) {
				loadAll(calls, gather);
				return;
			}
			AsyncBulk.this.parts.stages()
				.then(AsyncBulk.this.parts.runs().placeLater(settings, TimeLimit.of(settings.loading(), false).at()),
						(place, failure) -> step(failure, () -> {
							if (place != null) {
								gather.has(place);
								loadAll(calls, gather);
							}
							else {
								reject(calls, settings);
							}
						}));
		}

		/**
		 * Returns the calls of those whose loads did not fail a moment ago.
		 */
		private Map<String, LoadCall<V>> calls(List<String> missing, Gather<V> gather,
				EntryReader<V>.Confirmation known) {
			Map<String, LoadCall<V>> calls = new LinkedHashMap<>();
			for (String text : missing) {
				LoadCall<V> call = AsyncBulk.this.use.missed(text, reply(text), known, gather.source(text), null);
				Found<V> instead = AsyncBulk.this.parts.failSafe().coolingDown(text, call.settings(), call.held());
				if (instead == null) {
					calls.put(text, call);
				}
				else {
					ended(text, instead);
					this.found.put(text, instead);
					gather.ended(text);
				}
			}
			return calls;
		}

		/**
		 * Answers with the older values, if there is one for each.
		 */
		private void reject(Map<String, LoadCall<V>> calls, CacheSettings settings) {
			FailSafe failSafe = AsyncBulk.this.parts.failSafe();
			CacheLoadException rejection = failSafe.rejection(settings.loading());
			boolean all = calls.values().stream().allMatch((call) -> call.held() != null);
			calls.forEach((text, call) -> {
				Found<V> instead = all ? failSafe.instead(call.held(), StaleReason.REJECTED, rejection) : null;
				ended(text, instead);
				if (instead != null) {
					this.found.put(text, instead);
				}
			});
			if (!all) {
				throw rejection;
			}
			this.answer.complete(this.found);
		}

		private void ended(String text, @Nullable Found<V> got) {
			AsyncBulk.this.use.ended(reply(text).value(), got);
		}

		private void loadAll(Map<String, LoadCall<V>> calls, Gather<V> gather) {
			Map<String, CompletableFuture<Found<V>>> loads = new LinkedHashMap<>();
			calls.forEach((text, call) -> loads.put(text, load(call, gather)));
			CompletableFuture.allOf(loads.values().toArray(CompletableFuture[]::new))
				.whenComplete((all, failure) -> step(failure, () -> {
					loads.forEach((text, value) -> this.found.put(text, value.join()));
					this.answer.complete(this.found);
				}));
		}

		private CompletableFuture<Found<V>> load(LoadCall<V> call, Gather<V> gather) {
			Reply<byte[]> reply = reply(call.text());
			CompletableFuture<Found<V>> value = new AsyncCaller<>(AsyncBulk.this.parts,
					new AsyncCall<>(call, gather.source(call.text()), this.nested, gather))
				.get(reply.value(), reply.failure() == null);
			return value.whenComplete((one, failure) -> {
				gather.ended(call.text());
				ended(call.text(), one);
			});
		}

	}

}
