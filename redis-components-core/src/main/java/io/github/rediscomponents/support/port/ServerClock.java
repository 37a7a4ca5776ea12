// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.support.Utf8;

/**
 * This process's estimate of the server's clock: the monotonic clock plus an offset that
 * is measured now and then, so that wrong or stepping wall clocks of clients do not
 * matter. Wrong by at most half a round trip plus the drift of ten seconds.
 *
 * <p>
 * Cost: one TIME at first use and one in the background every ten seconds while it is
 * read. Only for reading what a script stamped with TIME; a script that decides reads
 * TIME itself.
 *
 * @since 1.0.0
 */
public final class ServerClock {

	private static final long MAX_AGE_NANOS = TimeUnit.SECONDS.toNanos(10);

	private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final CommandPort redis;

	private final AtomicBoolean measuring = new AtomicBoolean();

	private final AtomicReference<@Nullable Sample> sample = new AtomicReference<>();

	private final AtomicReference<@Nullable CompletableFuture<@Nullable Void>> first = new AtomicReference<>();

	/** By the monotonic clock, when to measure again. */
	private volatile long dueNanos = System.nanoTime();

	public ServerClock(CommandPort redis) {
		this.redis = redis;
	}

	/**
	 * Does the same, but never waits: before the server has replied once, it asks in the
	 * background.
	 * @return the estimate; negative if the server has not replied yet
	 */
	public long millisIfKnown() {
		if (this.sample.get() == null) {
			measureLater(System.nanoTime());
			return -1;
		}
		return millis();
	}

	/**
	 * Milliseconds since the epoch by the server's clock. Waits at first use only.
	 * @return the estimate; by this machine's wall clock until the server has replied
	 * once
	 */
	public long millis() {
		Sample known = this.sample.get();
		if (known == null) {
			known = measureFirst();
		}
		long now = System.nanoTime();
		measureLater(now);
		return known.serverMillis + TimeUnit.NANOSECONDS.toMillis(now - known.atNanos);
	}

	/**
	 * Measures at first use without a thread that waits.
	 * @return complete when {@link #millis()} does not wait, perhaps on an I/O thread;
	 * never exceptionally
	 */
	public CompletableFuture<@Nullable Void> ready() {
		if (this.sample.get() != null) {
			return CompletableFuture.completedFuture(null);
		}
		CompletableFuture<@Nullable Void> measured = new CompletableFuture<>();
		CompletableFuture<@Nullable Void> known = this.first.compareAndExchange(null, measured);
		if (known != null) {
			return known;
		}
		long sent = System.nanoTime();
		this.redis.callAsync((commands) -> commands.time()).whenComplete((time, failure) -> {
			try {
				if (failure == null) {
					measured(Sample.of(time, sent));
				}
				else {
					guess();
				}
			}
			finally {
				measured.complete(null);
			}
		});
		return measured;
	}

	private void measureLater(long now) {
		if (now - this.dueNanos > 0 && this.measuring.compareAndSet(false, true)) {
			this.redis.callAsync((commands) -> commands.time()).whenComplete((time, failure) -> {
				if (failure == null) {
					this.sample.set(Sample.of(time, now));
				}
				this.dueNanos = System.nanoTime() + ((failure == null) ? MAX_AGE_NANOS : RETRY_NANOS);
				this.measuring.set(false);
			});
		}
	}

	private Sample measureFirst() {
		long sent = System.nanoTime();
		try {
			return measured(Sample.of(this.redis.call((commands) -> commands.time()), sent));
		}
		catch (RedisComponentsException ex) {
			return guess();
		}
	}

	private Sample measured(Sample measured) {
		this.dueNanos = System.nanoTime() + MAX_AGE_NANOS;
		this.sample.set(measured);
		return measured;
	}

	/** Other threads do not wait for a server that does not answer. */
	private Sample guess() {
		Sample guess = new Sample(System.currentTimeMillis(), System.nanoTime());
		this.dueNanos = System.nanoTime() + RETRY_NANOS;
		return this.sample.compareAndSet(null, guess) ? guess : Objects.requireNonNull(this.sample.get());
	}

	private record Sample(long serverMillis, long atNanos) {

		static Sample of(List<byte[]> time, long sentNanos) {
			long millis = Utf8.number(time.get(0)) * 1000 + Utf8.number(time.get(1)) / 1000;
			return new Sample(millis, sentNanos + (System.nanoTime() - sentNanos) / 2);
		}

	}

}
