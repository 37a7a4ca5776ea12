// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/**
 * Limits of this process alone, for the time in which Redis is unavailable: per subject,
 * each limit reduced to the policy's share. Of more subjects than are kept, those that
 * were not seen for longest begin afresh.
 */
final class LocalLimits {

	private static final int MOST_SUBJECTS = 10_000;

	private final LongSupplier nanos;

	private final Lock opening = new ReentrantLock();

	/** Null until Redis is away for the first time. */
	private volatile @Nullable Cache<Subject, Counts> subjects;

	LocalLimits(LongSupplier nanos) {
		this.nanos = nanos;
	}

	Decision decide(Attempt attempt) {
		long now = this.nanos.getAsLong();
		return subjects()
			.get(new Subject(attempt.policy(), attempt.key()), (subject) -> new Counts(subject.policy, now))
			.decide(attempt, now);
	}

	void forget(RatePolicy policy, String key) {
		Cache<Subject, Counts> counted = this.subjects;
		if (counted != null) {
			counted.invalidate(new Subject(policy, key));
		}
	}

	private Cache<Subject, Counts> subjects() {
		Cache<Subject, Counts> opened = this.subjects;
		if (opened != null) {
			return opened;
		}
		this.opening.lock();
		try {
			opened = this.subjects;
			if (opened == null) {
				opened = Caffeine.newBuilder().maximumSize(MOST_SUBJECTS).build();
				this.subjects = opened;
			}
			return opened;
		}
		finally {
			this.opening.unlock();
		}
	}

	/** For tests. */
	long size() {
		subjects().cleanUp();
		return subjects().estimatedSize();
	}

	/** A changed policy counts anew. */
	private record Subject(RatePolicy policy, String key) {
	}

	private static final class Counts {

		private final Lock lock = new ReentrantLock();

		private final List<LocalCount> limits;

		Counts(RatePolicy policy, long now) {
			this.limits = policy.limits()
				.stream()
				.map((limit) -> LocalCount.of(limit, policy.localShare(), now))
				.toList();
		}

		/**
		 * Decided by the limit that refuses longest, else by that with the least left.
		 */
		Decision decide(Attempt attempt, long now) {
			this.lock.lock();
			try {
				int chosen = 0;
				long longest = 0;
				long least = Long.MAX_VALUE;
				for (int i = 0; i < this.limits.size(); i++) {
					LocalCount limit = this.limits.get(i);
					long left = limit.left(now);
					long wait = (attempt.cost() > left) ? limit.nanosUntil(attempt.cost()) : 0;
					if (wait > longest || longest == 0 && left < least) {
						chosen = i;
						longest = wait;
						least = left;
					}
				}
				if (longest == 0 && attempt.charges()) {
					this.limits.forEach((limit) -> limit.charge(attempt.cost()));
				}
				return Decision.local(attempt.policy().limits().get(chosen), Duration.ofNanos(longest));
			}
			finally {
				this.lock.unlock();
			}
		}

	}

}
