package io.github.rediscomponents.ratelimit;

import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

/**
 * What this process admits by itself while Redis cannot be asked: per subject, each limit
 * reduced to the policy's share. Of more subjects than are kept, those that were not seen
 * for longest begin afresh.
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

	boolean admits(Attempt attempt) {
		long now = this.nanos.getAsLong();
		return subjects()
			.get(new Subject(attempt.policy(), attempt.key()), (subject) -> new Counts(subject.policy, now))
			.admits(attempt.cost(), attempt.charges(), now);
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

		boolean admits(long cost, boolean charge, long now) {
			this.lock.lock();
			try {
				boolean admitted = this.limits.stream().allMatch((limit) -> limit.left(now) >= cost);
				if (admitted && charge) {
					this.limits.forEach((limit) -> limit.charge(cost));
				}
				return admitted;
			}
			finally {
				this.lock.unlock();
			}
		}

	}

}
