// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.concurrent.CompletableFuture;

import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.load.LoadCall;
import io.github.rediscomponents.cache.load.SingleLoad;
import io.github.rediscomponents.cache.load.Waiting;
import org.jspecify.annotations.Nullable;

/**
 * One call that misses: joins the load that is under way in this process, be it of an
 * asynchronous call or of a thread, or leads one. In the steps of {@link SingleLoad},
 * without a thread.
 *
 * @param <V> the type of the values
 */
final class AsyncCaller<V> {

	private final AsyncParts<V> parts;

	private final AsyncCall<V> call;

	private final LoadCall<V> load;

	private final CompletableFuture<Found<V>> answer = new CompletableFuture<>();

	AsyncCaller(AsyncParts<V> parts, AsyncCall<V> call) {
		this.parts = parts;
		this.call = call;
		this.load = call.load();
	}

	/**
	 * Gets a value that was not in Redis.
	 * @param seen an entry that was there and cannot be used, or null
	 * @param reached whether Redis answered
	 */
	CompletableFuture<Found<V>> get(byte @Nullable [] seen, boolean reached) {
		step(() -> enter(seen, reached));
		return this.answer;
	}

	private void step(Runnable step) {
		try {
			step.run();
		}
		catch (RuntimeException | Error ex) {
			// Perhaps of a loader on a thread, which futures cannot pass on.
			this.answer.completeExceptionally(this.parts.failSafe().failure(ex));
		}
	}

	private void enter(byte @Nullable [] seen, boolean reached) {
		Found<V> instead = this.parts.failSafe().coolingDown(this.load.text(), this.load.settings(), this.load.held());
		if (instead != null) {
			this.answer.complete(instead);
			return;
		}
		Flight<V> mine = this.parts.flights().create(this.load.text());
		Flight<V> running = this.parts.flights().enter(mine);
		if (running == mine) {
			AsyncFlight<V> flight = new AsyncFlight<>(this.parts, mine, this.call);
			this.parts.stages().then(reached ? flight.obtain(seen) : flight.obtainWithoutRedis(), this::answered);
			return;
		}
		this.call.decided();
		this.parts.stages()
			.then(this.parts.waiting().joinLater(running, this.load.waitDeadline()),
					(found, failure) -> step(() -> joined(running, found, failure, () -> enter(seen, reached))));
	}

	private void joined(Flight<V> running, @Nullable Found<V> found, @Nullable Throwable failure, Runnable again) {
		if (failure != null || share(running, found)) {
			answered(null, failure);
			return;
		}
		if (found != null) {
			this.parts.flights().leave(running);
		}
		if (Waiting.isOver(this.load.waitDeadline())) {
			giveUp(running);
		}
		else {
			again.run();
		}
	}

	/**
	 * Answers with the outcome of another caller's load.
	 * @return false if it is none for this caller
	 */
	private boolean share(Flight<V> running, @Nullable Found<V> found) {
		Found<V> shared = (found != null && !this.parts.flights().isOutdated(running, found))
				? this.parts.failSafe().shared(found, this.load.held()) : null;
		return shared != null && this.answer.complete(shared);
	}

	/**
	 * Answers a call whose time is over, see {@link SingleLoad}.
	 */
	CompletableFuture<Found<V>> giveUp(Flight<V> tooSlow) {
		step(() -> {
			Found<V> instead = this.parts.failSafe().gaveUp(this.load);
			if (instead != null) {
				this.answer.complete(instead);
			}
			else {
				loadLate(tooSlow);
			}
		});
		return this.answer;
	}

	private void loadLate(Flight<V> before) {
		this.parts.flights().leave(before);
		Flight<V> mine = this.parts.flights().create(this.load.text());
		Flight<V> late = this.parts.flights().enter(mine);
		if (late == mine) {
			this.parts.stages().then(new AsyncFlight<>(this.parts, mine, this.call).obtainOnly(), this::answered);
			return;
		}
		this.parts.stages()
			.then(this.parts.waiting().joinLater(late, this.load.lateDeadline()),
					(found, failure) -> step(() -> joinedLate(late, found, failure)));
	}

	private void joinedLate(Flight<V> late, @Nullable Found<V> found, @Nullable Throwable failure) {
		if (failure != null || share(late, found)) {
			answered(null, failure);
		}
		else if (this.load.limit().isOver()) {
			this.answer.complete(this.parts.failSafe().timedOut(this.load));
		}
		else {
			late.throwFailure();
			loadLate(late);
		}
	}

	private void answered(@Nullable Found<V> found, @Nullable Throwable failure) {
		if (failure != null) {
			this.answer.completeExceptionally(failure);
		}
		else if (found != null) {
			this.answer.complete(found);
		}
	}

}
