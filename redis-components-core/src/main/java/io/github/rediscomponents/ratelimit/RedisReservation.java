// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Spans.Span;
import io.github.rediscomponents.support.Spans.Work;
import io.github.rediscomponents.support.Utf8;

/**
 * {@link Reservation} with the state that its cancellation needs.
 */
final class RedisReservation implements Reservation {

	private final RedisPolicyLimiter limiter;

	private final PolicyCalls calls;

	private final String key;

	private final long cost;

	private final Decision decision;

	private final Duration delay;

	private final long received = System.nanoTime();

	/** Absent if nothing was charged in Redis. */
	private final @Nullable Charge charge;

	/** Names the cancellation, so that it takes effect once. */
	private final String id;

	private volatile @Nullable Boolean cancelled;

	private RedisReservation(RedisPolicyLimiter limiter, PolicyCalls calls, Attempt attempt, Decision decision,
			Duration delay, @Nullable Charge charge) {
		this.limiter = limiter;
		this.id = limiter.nextId();
		this.calls = calls;
		this.key = attempt.key();
		this.cost = attempt.cost();
		this.decision = decision;
		this.delay = delay;
		this.charge = charge;
	}

	static RedisReservation of(RedisPolicyLimiter limiter, PolicyCalls calls, Attempt attempt, List<Object> reply) {
		Decision decision = attempt.decision(reply);
		return new RedisReservation(limiter, calls, attempt, decision, Attempt.delay(reply),
				decision.allowed() ? new Charge(Attempt.moment(reply), Attempt.undo(reply)) : null);
	}

	/** Charged nothing: refused by this process, or Redis was unavailable. */
	static RedisReservation of(RedisPolicyLimiter limiter, PolicyCalls calls, Attempt attempt, Decision decision) {
		return new RedisReservation(limiter, calls, attempt, decision, decision.retryAfter(), null);
	}

	@Override
	public boolean allowed() {
		return this.decision.allowed();
	}

	@Override
	public Duration delay() {
		return this.delay;
	}

	@Override
	public Decision decision() {
		return this.decision;
	}

	@Override
	public void await() throws InterruptedException {
		if (!allowed()) {
			throw new IllegalStateException("The reservation was refused, there is nothing to wait for");
		}
		long rest = this.delay.toNanos() - (System.nanoTime() - this.received);
		if (rest <= 0) {
			return;
		}
		this.limiter.redis().checkMayWait();
		Span span = this.limiter.redis().spans().begin(Work.RATE_LIMIT_WAIT, "", this.limiter.name());
		try (span) {
			while (rest > 0) {
				TimeUnit.NANOSECONDS.sleep(rest);
				rest = this.delay.toNanos() - (System.nanoTime() - this.received);
			}
		}
		catch (InterruptedException ex) {
			try {
				cancel();
			}
			catch (RuntimeException failure) {
				ex.addSuppressed(failure);
			}
			throw ex;
		}
		this.limiter.waited(this.key, System.nanoTime() - this.received);
	}

	@Override
	public boolean cancel() {
		Boolean known = this.cancelled;
		if (known != null) {
			return known;
		}
		if (this.charge == null) {
			return false;
		}
		return cancelled(
				this.limiter.redis().eval(PolicyCalls.CANCEL, this.calls.keys(this.key, this.id), args(this.charge)));
	}

	@Override
	public CompletionStage<Boolean> cancelAsync() {
		Boolean known = this.cancelled;
		if (known != null) {
			return CompletableFuture.completedStage(known);
		}
		if (this.charge == null) {
			return CompletableFuture.completedStage(false);
		}
		CompletableFuture<Boolean> result = new CompletableFuture<>();
		this.limiter.redis()
			.evalAsync(PolicyCalls.CANCEL, this.calls.keys(this.key, this.id), args(this.charge))
			.whenComplete((reply, failure) -> this.limiter.redis().handOver(() -> {
				try {
					if (failure != null) {
						result.completeExceptionally(failure);
					}
					else {
						result.complete(cancelled(reply));
					}
				}
				catch (RuntimeException | Error ex) {
					result.completeExceptionally(ex);
				}
			}));
		return result;
	}

	private boolean cancelled(long reply) {
		boolean whole = reply == 1;
		this.cancelled = whole;
		this.limiter.forgetRejections(this.key);
		return whole;
	}

	/**
	 * As long as the charge could count: a repetition after that finds nothing of it, one
	 * before would give another caller's charge back.
	 */
	private Duration markTtl() {
		Duration least = this.limiter.markTtl();
		Duration counts = this.delay.plus(this.calls.policy().longestCount());
		return (counts.compareTo(least) > 0) ? counts : least;
	}

	private byte[][] args(Charge made) {
		byte[][] args = new byte[3 + made.undo.size()][];
		args[0] = Utf8.bytes(this.cost);
		args[1] = Utf8.bytes(made.moment);
		args[2] = Utf8.bytes(markTtl().toMillis());
		for (int i = 0; i < made.undo.size(); i++) {
			args[3 + i] = (byte[]) made.undo.get(i);
		}
		return args;
	}

	/**
	 * The charge in Redis.
	 *
	 * @param moment for when, in microseconds of the server
	 * @param undo the values of each key before and after
	 */
	private record Charge(long moment, List<Object> undo) {
	}

}
