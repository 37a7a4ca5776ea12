// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.cache.CacheObserver.LoadEvent;
import io.github.rediscomponents.cache.entry.Acquired;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.flight.StageSource;
import io.github.rediscomponents.cache.load.LoadCall;
import org.jspecify.annotations.Nullable;

/**
 * Replaces entries in the background by loaders in stages, without a thread that waits.
 *
 * @param <V> the type of the values
 */
final class StageRebuild<V> {

	private final AsyncParts<V> parts;

	StageRebuild(AsyncParts<V> parts) {
		this.parts = parts;
	}

	/**
	 * Replaces an entry, see {@link BackgroundRebuild}.
	 * @param end takes the milliseconds until the next attempt, once
	 */
	void run(Flight<V> mine, byte[] old, LoadCall<V> call, boolean early, LongConsumer end) {
		Attempt attempt = new Attempt(mine, old, call, Objects.requireNonNull(call.stages()), end);
		attempt.step(() -> this.parts.stages()
			.then(this.parts.async().acquire(mine, old, false, call.moment()),
					(acquired, failure) -> attempt.step(() -> attempt.acquired(acquired, failure, early))));
	}

	/**
	 * One attempt.
	 */
	private final class Attempt {

		private final Flight<V> mine;

		private final byte[] old;

		private final LoadCall<V> call;

		private final StageSource<V> source;

		private final LongConsumer end;

		private final AtomicBoolean ended = new AtomicBoolean();

		Attempt(Flight<V> mine, byte[] old, LoadCall<V> call, StageSource<V> source, LongConsumer end) {
			this.source = source;
			this.mine = mine;
			this.old = old;
			this.call = call;
			this.end = end;
		}

		void step(Runnable step) {
			try {
				step.run();
			}
			catch (RuntimeException | Error ex) {
				failed(ex);
			}
		}

		void acquired(@Nullable Acquired acquired, @Nullable Throwable failure, boolean early) {
			if (failure instanceof RedisComponentsException unanswered) {
				// No failure of the loader: the next caller that needs a value loads.
				StageRebuild.this.parts.writer().notAcquired(this.mine, unanswered);
				end(BackgroundRebuild.PAUSE_AFTER_FAILURE_MILLIS);
				return;
			}
			if (acquired == null) {
				failed(failure);
				return;
			}
			byte[] entry = acquired.entry();
			if (acquired.owner()) {
				load(early);
			}
			else if (entry != null) {
				StageRebuild.this.parts.stages()
					.then(StageRebuild.this.parts.confirm(this.mine.text(), entry), (known, unread) -> step(() -> {
						this.mine.finish(StageRebuild.this.parts.reader().found(entry, known));
						end(0);
					}));
			}
			else {
				end(Math.min(BackgroundRebuild.PAUSE_MILLIS, acquired.leftMillis()));
			}
		}

		private void load(boolean early) {
			AsyncParts<V> parts = StageRebuild.this.parts;
			if (early) {
				parts.report().loading(LoadEvent.EARLY_REFRESH);
			}
			parts.stages()
				.then(parts.loads().leased(this.mine, this.call, this.source, this.old, this::cut),
						(found, failure) -> step(() -> {
							if (found != null) {
								this.mine.finish(found);
								end(0);
							}
							else {
								failed(failure);
							}
						}));
		}

		private void cut() {
			StageRebuild.this.parts.report().loading(LoadEvent.INTERRUPTED);
			end(0);
		}

		private void failed(@Nullable Throwable failure) {
			if (failure instanceof RuntimeException ex && !this.ended.get()) {
				StageRebuild.this.parts.failSafe().remember(this.mine.text(), ex, this.call.settings());
				StageRebuild.this.parts.report().rebuildFailed(ex);
			}
			end(BackgroundRebuild.PAUSE_AFTER_FAILURE_MILLIS);
		}

		private void end(long pauseMillis) {
			if (this.ended.compareAndSet(false, true)) {
				this.end.accept(pauseMillis);
			}
		}

	}

}
