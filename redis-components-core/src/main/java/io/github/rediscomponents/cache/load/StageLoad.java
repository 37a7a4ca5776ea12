// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.flight.StageSource;
import io.github.rediscomponents.cache.store.AsyncStore;
import io.github.rediscomponents.cache.store.AsyncWriter;
import io.github.rediscomponents.cache.store.CacheTags;
import io.github.rediscomponents.cache.store.TagMoment;
import org.jspecify.annotations.Nullable;

/**
 * Loads one value in stages, and stores it, as {@link LeasedLoad} does on a thread. A
 * stage that is not complete after {@code max-load-time} is given up.
 *
 * @param <V> the type of the values
 */
public final class StageLoad<V> {

	private final Stages stages;

	private final LeasedLoad<V> leased;

	private final AsyncWriter<V> writer;

	private final CacheTags tags;

	private final AsyncStore async;

	private final Loading<V> loading;

	private final Waiting waiting;

	private final FailSafe failSafe;

	public StageLoad(Stages stages, LeasedLoad<V> leased, AsyncWriter<V> writer, CacheTags tags, AsyncStore async,
			Loading<V> loading, Waiting waiting, FailSafe failSafe) {
		this.tags = tags;
		this.async = async;
		this.stages = stages;
		this.leased = leased;
		this.writer = writer;
		this.loading = loading;
		this.waiting = waiting;
		this.failSafe = failSafe;
	}

	/**
	 * Loads under a lease and stores.
	 * @param replaced the entry in its place, or null
	 * @param cut runs just before the load is given up; must not block
	 */
	public CompletableFuture<Found<V>> leased(Flight<V> mine, LoadCall<V> call, StageSource<V> source,
			byte @Nullable [] replaced, Runnable cut) {
		LeasedLoad<V>.Held held = this.leased.hold(mine, call);
		CompletableFuture<Found<V>> ended = new CompletableFuture<>();
		this.stages.then(load(call, source, held.decision(), cut), (value, failure) -> {
			try {
				loaded(mine, held, replaced, value, failure, ended);
			}
			catch (RuntimeException | Error ex) {
				ended.completeExceptionally(this.failSafe.failure(ex));
			}
		});
		return ended;
	}

	private void loaded(Flight<V> mine, LeasedLoad<V>.Held held, byte @Nullable [] replaced, @Nullable V value,
			@Nullable Throwable failure, CompletableFuture<Found<V>> ended) {
		byte[][] args;
		try (held) {
			args = (failure == null) ? held.encode(value, replaced) : null;
		}
		if (failure != null) {
			ended.completeExceptionally(failure);
		}
		else if (args == null) {
			ended.complete(held.decision().found(value));
		}
		else {
			store(mine, held.decision().found(value), args, ended);
		}
	}

	private void store(Flight<V> mine, Found<V> found, byte[][] args, CompletableFuture<Found<V>> ended) {
		this.stages.then(this.writer.fill(mine, args), (stored, failure) -> {
			if (failure instanceof RedisComponentsException unanswered) {
				this.leased.unstored(mine, found, unanswered);
			}
			ended.complete(found);
		});
	}

	/**
	 * Loads without a lease, and remembers the value in this process.
	 * @param entry an entry that must be left in its place, else null
	 */
	public CompletableFuture<Found<V>> apart(Flight<V> mine, LoadCall<V> call, StageSource<V> source,
			byte @Nullable [] entry, Runnable cut) {
		TagMoment moment = call.moment();
		if (entry == null || moment == null) {
			return loadApart(mine, call, source, entry, cut);
		}
		return this.stages
			.map(this.tags.readLater(moment, this.async), (read) -> loadApart(mine, call, source, entry, cut))
			.thenCompose(Function.identity());
	}

	private CompletableFuture<Found<V>> loadApart(Flight<V> mine, LoadCall<V> call, StageSource<V> source,
			byte @Nullable [] entry, Runnable cut) {
		LoadDecision<V> decision = new LoadDecision<>(call);
		return this.stages.map(load(call, source, decision, cut),
				(value) -> this.leased.loadedApart(mine, decision, decision.found(value), entry));
	}

	/**
	 * Loads for the callers that wait.
	 */
	public CompletableFuture<Found<V>> only(LoadCall<V> call, StageSource<V> source, Runnable cut) {
		LoadDecision<V> decision = new LoadDecision<>(call);
		return this.stages.map(load(call, source, decision, cut), decision::found);
	}

	/**
	 * Loads for one caller, whose transaction has changed the key.
	 */
	public CompletableFuture<@Nullable V> uncommitted(LoadCall<V> call, StageSource<V> source) {
		return this.stages.map(load(call, source, new LoadDecision<>(call), () -> {
		}), Function.identity());
	}

	private CompletableFuture<@Nullable V> load(LoadCall<V> call, StageSource<V> source, LoadDecision<V> decision,
			Runnable cut) {
		StageResult<V> result = this.loading.start(call.text(), source, decision);
		cutAfter(call.settings(), result, cut);
		return result.future();
	}

	/**
	 * Gives a load up when it has lasted for {@code max-load-time}.
	 */
	private void cutAfter(CacheSettings settings, StageResult<?> result, Runnable cut) {
		// Not on the timer: cancelling a stage runs code of the application.
		this.waiting.alarm(result.future(), settings.maxLoadTime().toNanos(), () -> this.stages.run(() -> {
			if (!result.future().isDone()) {
				cut.run();
				result.cancel(this.failSafe.cutOff(settings));
			}
		}));
	}

}
