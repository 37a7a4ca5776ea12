// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/**
 * Keeps refusals that certainly still hold, because nothing but a refund, a reset or a
 * raised limit brings the promised moment nearer; each is kept for at most
 * {@link RatePolicy#localRejections()}. Of more subjects than are kept, some are sent to
 * Redis again.
 */
final class Rejections {

	private static final int MOST_SUBJECTS = 10_000;

	private final LongSupplier nanos;

	private final Cache<Subject, Refusal> refusals = Caffeine.newBuilder()
		.maximumSize(MOST_SUBJECTS)
		.expireAfterWrite(Duration.ofMinutes(1))
		.build();

	/**
	 * Incremented by each removal, so that answers to earlier calls are not remembered.
	 */
	private final AtomicLong generation = new AtomicLong();

	Rejections(LongSupplier nanos) {
		this.nanos = nanos;
	}

	/** The time and the generation of this memory when a request is sent. */
	Request request() {
		return new Request(this.generation.get(), this.nanos.getAsLong());
	}

	/**
	 * Returns a decision that Redis would make as well.
	 * @param maxWait the wait of a reservation, zero for an attempt
	 * @return null if Redis must be called
	 */
	@Nullable Decision find(RatePolicy policy, String key, long cost, Duration maxWait) {
		if (policy.localRejections().isZero()) {
			return null;
		}
		Refusal known = this.refusals.getIfPresent(new Subject(policy.name(), key));
		if (known == null || cost < known.cost || !known.policy.equals(policy)) {
			return null;
		}
		long passed = this.nanos.getAsLong() - known.sent;
		Duration rest = known.decision.retryAfter().minusNanos(passed);
		if (passed >= policy.localRejections().toNanos() || rest.compareTo(maxWait) <= 0) {
			return null;
		}
		Duration reset = known.decision.resetAfter().minusNanos(passed);
		return new Decision(false, known.decision.decidedBy(), known.decision.remaining(), rest,
				reset.isNegative() ? Duration.ZERO : reset);
	}

	/**
	 * Remembers a refusal. Its time counts from the sending of the request, which is
	 * before Redis decided: it ends too early rather than too late.
	 */
	void remember(Attempt attempt, Decision decision, Request request) {
		RatePolicy policy = attempt.policy();
		if (!decision.allowed() && decision.isEnforced() && !policy.localRejections().isZero()) {
			Subject subject = new Subject(policy.name(), attempt.key());
			this.refusals.put(subject, new Refusal(policy, attempt.cost(), decision, request.sent));
			if (this.generation.get() != request.generation) {
				this.refusals.invalidate(subject);
			}
		}
	}

	void forget(String policy, String key) {
		this.generation.incrementAndGet();
		this.refusals.invalidate(new Subject(policy, key));
	}

	/** For tests. */
	long size() {
		this.refusals.cleanUp();
		return this.refusals.estimatedSize();
	}

	/** A question under way. */
	record Request(long generation, long sent) {
	}

	private record Subject(String policy, String key) {
	}

	private record Refusal(RatePolicy policy, long cost, Decision decision, long sent) {
	}

}
