// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * The subjects that were refused most often, by the Space-Saving algorithm (Metwally,
 * Agrawal, El Abbadi: Efficient Computation of Frequent and Top-k Elements in Data
 * Streams, ICDT 2005) with {@value #COUNTERS} counters: a subject without a counter takes
 * over the smallest one, whose number is the largest error of its own. Two windows follow
 * each other, so that what is long over disappears. A subject with a counter is counted
 * without a lock.
 */
final class TopSubjects {

	static final int COUNTERS = 100;

	static final long WINDOW_NANOS = TimeUnit.MINUTES.toNanos(5);

	private final LongSupplier nanos;

	/** Guards the exchange of counters and windows. */
	private final ReentrantLock lock = new ReentrantLock();

	private volatile Window present;

	private volatile Window previous;

	TopSubjects(LongSupplier nanos) {
		this.nanos = nanos;
		this.present = new Window(nanos.getAsLong());
		this.previous = this.present;
	}

	void add(String policy, String key) {
		Subject subject = new Subject(policy, key);
		Counter known = window().counters.get(subject);
		if (known != null) {
			known.count.incrementAndGet();
			return;
		}
		this.lock.lock();
		try {
			window().admit(subject);
		}
		finally {
			this.lock.unlock();
		}
	}

	private Window window() {
		Window now = this.present;
		if (this.nanos.getAsLong() - now.begun < WINDOW_NANOS) {
			return now;
		}
		this.lock.lock();
		try {
			long passed = this.nanos.getAsLong() - this.present.begun;
			if (passed >= WINDOW_NANOS) {
				Window next = new Window(this.nanos.getAsLong());
				this.previous = (passed < 2 * WINDOW_NANOS) ? this.present : next;
				this.present = next;
			}
			return this.present;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Returns the most frequent ones, at most as many as there are counters. */
	List<RateLimitActivity.Refused> top() {
		Map<Subject, long[]> sums = new HashMap<>();
		Window now = window();
		now.addTo(sums);
		Window before = this.previous;
		if (before != now) {
			Set<Subject> later = Set.copyOf(sums.keySet());
			before.addTo(sums);
			// One without a counter may have had the smallest one, and lost it.
			now.addLeast(sums, later);
			before.addLeast(sums, before.counters.keySet());
		}
		return sums.entrySet()
			.stream()
			.map((each) -> new RateLimitActivity.Refused(each.getKey().policy(), each.getKey().key(),
					each.getValue()[0], each.getValue()[0] - each.getValue()[1]))
			.sorted(Comparator.comparingLong(RateLimitActivity.Refused::count).reversed())
			.limit(COUNTERS)
			.toList();
	}

	private record Subject(String policy, String key) {
	}

	private record Counter(AtomicLong count, long error) {
	}

	/**
	 * The counters of a window.
	 */
	private static final class Window {

		private final long begun;

		private final Map<Subject, Counter> counters = new ConcurrentHashMap<>();

		Window(long begun) {
			this.begun = begun;
		}

		/** Called under the lock. */
		private void admit(Subject subject) {
			Counter known = this.counters.get(subject);
			if (known != null) {
				known.count.incrementAndGet();
				return;
			}
			long error = 0;
			if (this.counters.size() >= COUNTERS) {
				Map.Entry<Subject, Counter> least = null;
				for (Map.Entry<Subject, Counter> each : this.counters.entrySet()) {
					if (least == null || each.getValue().count.get() < least.getValue().count.get()) {
						least = each;
					}
				}
				if (least != null) {
					this.counters.remove(least.getKey());
					error = least.getValue().count.get();
				}
			}
			this.counters.put(subject, new Counter(new AtomicLong(error + 1), error));
		}

		private void addTo(Map<Subject, long[]> sums) {
			this.counters.forEach((subject, counter) -> {
				long[] sum = sums.computeIfAbsent(subject, (one) -> new long[2]);
				sum[0] += counter.count.get();
				sum[1] += counter.error;
			});
		}

		/** Adds what subjects can have had here at most that have no counter. */
		private void addLeast(Map<Subject, long[]> sums, Set<Subject> counted) {
			if (this.counters.size() < COUNTERS) {
				return;
			}
			long least = this.counters.values().stream().mapToLong((one) -> one.count.get()).min().orElse(0);
			sums.forEach((subject, sum) -> {
				if (!counted.contains(subject)) {
					sum[0] += least;
					sum[1] += least;
				}
			});
		}

	}

}
