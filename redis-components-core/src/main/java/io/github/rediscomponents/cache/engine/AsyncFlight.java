// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.entry.Acquired;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.Found;
import io.github.rediscomponents.cache.load.LoadPlaces;
import io.github.rediscomponents.cache.load.LoadPlaces.Place;
import io.github.rediscomponents.cache.load.SingleLoad;
import io.github.rediscomponents.cache.store.EntryReader;
import org.jspecify.annotations.Nullable;

/**
 * Leads one flight without a thread, in the steps of {@link SingleLoad}. The flight ends
 * with the load; the caller that leads it gets its answer earlier if its soft or hard
 * time-out passes.
 *
 * @param <V> the type of the values
 */
final class AsyncFlight<V> {

	private final AsyncParts<V> parts;

	private final Flight<V> mine;

	private final AsyncCall<V> call;

	private final CompletableFuture<Found<V>> answer = new CompletableFuture<>();

	private byte @Nullable [] unusable;

	private int tries;

	private @Nullable Place place;

	private volatile boolean cut;

	AsyncFlight(AsyncParts<V> parts, Flight<V> mine, AsyncCall<V> call) {
		this.parts = parts;
		this.mine = mine;
		this.call = call;
	}

	/**
	 * Gets the value under a lease, or that of the process that has it.
	 * @param seen an entry that was there and cannot be used, or null
	 */
	CompletableFuture<Found<V>> obtain(byte @Nullable [] seen) {
		this.unusable = seen;
		return begin((this.parts.reader().othersMillis(seen) > 0) ? () -> loadApart(seen) : this::attempt);
	}

	/**
	 * Gets the value while Redis does not answer.
	 */
	CompletableFuture<Found<V>> obtainWithoutRedis() {
		return begin(() -> {
			// Another caller may have loaded it since this one looked.
			Found<V> known = this.parts.leased().loadedWithoutRedis(this.mine.text());
			if (known != null) {
				succeed(known);
			}
			else {
				loadApart(null);
			}
		});
	}

	/**
	 * Gets the value for the callers that wait, without storing it.
	 */
	CompletableFuture<Found<V>> obtainOnly() {
		return begin(() -> inPlace(() -> this.parts.loads().only(this.call.load(), this.call.source(), this::cut)));
	}

	private CompletableFuture<Found<V>> begin(Runnable first) {
		step(first);
		return this.answer;
	}

	private void step(Runnable step) {
		try {
			step.run();
		}
		catch (RuntimeException | Error ex) {
			fail(ex);
		}
	}

	private void attempt() {
		if (this.tries == SingleLoad.MAX_UNUSABLE || !this.parts.writer().mayStore(this.mine)) {
			loadApart(null);
			return;
		}
		withPlace(() -> this.parts.stages()
			.then(this.parts.async().acquire(this.mine, this.unusable, true, this.call.momentToRead()),
					(acquired, failure) -> step(() -> acquired(acquired, failure))));
	}

	private void acquired(@Nullable Acquired acquired, @Nullable Throwable failure) {
		if (acquired != null && acquired.owner()) {
			byte[] replaced = this.unusable;
			load(() -> this.parts.loads().leased(this.mine, this.call.load(), this.call.source(), replaced, this::cut));
			return;
		}
		if (acquired != null && acquired.fenced()) {
			load(() -> this.parts.loads().only(this.call.load(), this.call.source(), this::cut));
			return;
		}
		leavePlace();
		if (failure instanceof RedisComponentsException unanswered) {
			this.parts.writer().notAcquired(this.mine, unanswered);
			loadApart(null);
		}
		else if (acquired == null) {
			fail(failure);
		}
		else if (acquired.entry() != null) {
			byte[] entry = acquired.entry();
			this.parts.stages()
				.then(this.parts.confirm(this.mine.text(), entry),
						(known, unread) -> step(() -> look(entry, known, unread)));
		}
		else {
			this.call.decided();
			long deadline = this.call.load().waitDeadline();
			this.parts.stages()
				.then(this.parts.waiting().turnLater(this.mine.signals(), acquired.leftMillis(), deadline),
						(again, stopped) -> step(() -> turned(again, stopped)));
		}
	}

	private void look(byte[] entry, EntryReader<V>.@Nullable Confirmation known, @Nullable Throwable failure) {
		if (failure != null) {
			fail(failure);
			return;
		}
		Found<V> found = this.parts.reader().found(entry, known);
		if (found != null) {
			succeed(found);
		}
		else if (this.parts.reader().othersMillis(entry) > 0) {
			loadApart(entry);
		}
		else {
			this.unusable = entry;
			this.tries++;
			attempt();
		}
	}

	private void turned(@Nullable Boolean again, @Nullable Throwable stopped) {
		if (again == null) {
			fail(stopped);
		}
		else if (again) {
			attempt();
		}
		else {
			this.parts.stages()
				.then(new AsyncCaller<>(this.parts, this.call).giveUp(this.mine),
						(found, failure) -> end(found, failure));
		}
	}

	private void loadApart(byte @Nullable [] entry) {
		inPlace(() -> this.parts.loads().apart(this.mine, this.call.load(), this.call.source(), entry, this::cut));
	}

	private void inPlace(Supplier<CompletableFuture<Found<V>>> load) {
		withPlace(() -> load(load));
	}

	private void withPlace(Runnable next) {
		if (!this.call.needsPlace()) {
			this.place = LoadPlaces.nested();
			next.run();
			return;
		}
		this.parts.stages()
			.then(this.parts.runs().placeLater(this.call.load().settings(), this.call.load().limit().at()),
					(found, failure) -> step(() -> {
						this.place = found;
						if (found != null) {
							next.run();
						}
						else if (failure != null) {
							fail(failure);
						}
						else {
							succeed(this.parts.runs().rejected(this.mine, this.call.load()));
						}
					}));
	}

	private void leavePlace() {
		Place known = this.place;
		this.place = null;
		if (known != null) {
			known.close();
		}
	}

	private void load(Supplier<CompletableFuture<Found<V>>> load) {
		if (this.call.isLimited()) {
			this.parts.waiting()
				.alarm(this.answer, this.call.load().limit().at() - System.nanoTime(),
						() -> this.parts.stages().run(this::timeOut));
		}
		this.parts.stages().then(load.get(), (found, failure) -> step(() -> loaded(found, failure)));
	}

	private void timeOut() {
		if (!this.answer.isDone()) {
			try {
				this.answer.complete(this.parts.failSafe().timedOut(this.call.load()));
			}
			catch (RuntimeException ex) {
				this.answer.completeExceptionally(ex);
			}
		}
	}

	/**
	 * The load takes too long; callers that wait for the flight try again.
	 */
	private void cut() {
		this.cut = true;
		this.parts.report().loading(LoadEvent.INTERRUPTED);
		this.mine.finish(null);
		this.parts.flights().leave(this.mine);
	}

	private void loaded(@Nullable Found<V> found, @Nullable Throwable failure) {
		if (this.cut) {
			succeed(this.parts.failSafe().cutOff(this.call.load()));
		}
		else if (failure instanceof RuntimeException ex) {
			succeed(this.parts.runs().failed(this.mine, this.call.load(), ex));
		}
		else {
			end(found, failure);
		}
	}

	private void end(@Nullable Found<V> found, @Nullable Throwable failure) {
		if (found != null) {
			succeed(found);
		}
		else {
			fail(failure);
		}
	}

	private void succeed(Found<V> found) {
		// The older value of a caller that gave up is not that of the others.
		if (!found.stale()) {
			this.mine.finish(found);
		}
		leave();
		this.answer.complete(found);
	}

	private void fail(@Nullable Throwable failure) {
		leave();
		this.answer
			.completeExceptionally((failure != null) ? failure : new IllegalStateException("A step had no result"));
	}

	private void leave() {
		leavePlace();
		this.mine.finish(null);
		this.parts.flights().leave(this.mine);
	}

}
