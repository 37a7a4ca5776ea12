// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.support.Attempt;
import io.github.rediscomponents.support.Utf8;

/**
 * This process's estimate of the server's clock: the monotonic clock plus an offset that
 * is measured now and then, so that wrong or stepping wall clocks of clients do not
 * matter. Wrong by at most half a round trip, usually of less than a second, plus the
 * drift since then.
 *
 * <p>
 * Cost: one TIME at first use and one in the background every ten seconds while it is
 * read. Only for reading what a script stamped with TIME; a script that decides reads
 * TIME itself.
 *
 * @since 1.0.0
 */
public final class ServerClock {

	private static final Duration MAX_AGE = Duration.ofSeconds(10);

	/** After this time a reply is late. */
	private static final long LATE_NANOS = TimeUnit.SECONDS.toNanos(1);

	/** Of more late replies in a row the last one counts. */
	private static final int MOST_LATE = 10;

	private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final CommandPort redis;

	private final long maxAgeNanos;

	private final AtomicBoolean measuring = new AtomicBoolean();

	private final AtomicReference<@Nullable Sample> sample = new AtomicReference<>();

	private final AtomicReference<@Nullable CompletableFuture<@Nullable Void>> first = new AtomicReference<>();

	/** How many replies were late in a row; of the thread that measures. */
	private volatile int late;

	/** By the monotonic clock, when to measure again. */
	private volatile long dueNanos = System.nanoTime();

	public ServerClock(CommandPort redis) {
		this(redis, MAX_AGE);
	}

	ServerClock(CommandPort redis, Duration maxAge) {
		this.redis = redis;
		this.maxAgeNanos = maxAge.toNanos();
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
		Attempt.of(() -> this.redis.callAsync((commands) -> commands.time())).whenComplete((time, failure) -> {
			try {
				if (failure == null) {
					measured(Sample.of(time, sent, System.nanoTime()));
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
			Attempt.of(() -> this.redis.callAsync((commands) -> commands.time())).whenComplete((time, failure) -> {
				boolean usable = false;
				try {
					long received = System.nanoTime();
					usable = failure == null && isUsable(now, received);
					if (usable) {
						this.sample.set(Sample.of(time, now, received));
					}
				}
				finally {
					this.dueNanos = System.nanoTime() + (usable ? this.maxAgeNanos : RETRY_NANOS);
					this.measuring.set(false);
				}
			});
		}
	}

	/**
	 * A reply that came late, as in a process that was stopped meanwhile, says less than
	 * an earlier one, unless all of them come late.
	 */
	private boolean isUsable(long sentNanos, long receivedNanos) {
		Sample known = this.sample.get();
		boolean late = receivedNanos - sentNanos > LATE_NANOS && known != null && known.measured;
		int inARow = late ? this.late + 1 : 0;
		this.late = inARow;
		return inARow == 0 || inARow > MOST_LATE;
	}

	private Sample measureFirst() {
		long sent = System.nanoTime();
		try {
			List<byte[]> time = this.redis.call((commands) -> commands.time());
			return measured(Sample.of(time, sent, System.nanoTime()));
		}
		catch (RedisComponentsException ex) {
			return guess();
		}
	}

	private Sample measured(Sample measured) {
		this.dueNanos = System.nanoTime() + this.maxAgeNanos;
		this.sample.set(measured);
		return measured;
	}

	/** Other threads do not wait for a server that does not answer. */
	private Sample guess() {
		Sample guess = new Sample(System.currentTimeMillis(), System.nanoTime(), false);
		this.dueNanos = System.nanoTime() + RETRY_NANOS;
		return this.sample.compareAndSet(null, guess) ? guess : Objects.requireNonNull(this.sample.get());
	}

	private record Sample(long serverMillis, long atNanos, boolean measured) {

		static Sample of(List<byte[]> time, long sentNanos, long receivedNanos) {
			long millis = Utf8.number(time.get(0)) * 1000 + Utf8.number(time.get(1)) / 1000;
			return new Sample(millis, sentNanos + (receivedNanos - sentNanos) / 2, true);
		}

	}

}
