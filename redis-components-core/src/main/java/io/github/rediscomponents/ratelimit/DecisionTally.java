// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Counts the decisions of this process before another observer hears of them.
 */
final class DecisionTally implements RateLimitObserver {

	private static final int POLICIES = 200;

	private static final String OTHER = "other";

	private final RateLimitObserver next;

	private final Map<String, Counts> policies = new ConcurrentHashMap<>();

	private final TopSubjects refused;

	DecisionTally(RateLimitObserver next, LongSupplier nanos) {
		this.next = next;
		this.refused = new TopSubjects(nanos);
	}

	RateLimitActivity activity() {
		return new RateLimitActivity(new TreeMap<>(this.policies).entrySet()
			.stream()
			.map((each) -> new RateLimitActivity.Decisions(each.getKey(), each.getValue().allowed.sum(),
					each.getValue().refused.sum(), each.getValue().notEnforced.sum()))
			.toList(), this.refused.top());
	}

	private Counts of(String policy) {
		Counts known = this.policies.get(policy);
		if (known == null) {
			String name = (this.policies.size() < POLICIES) ? policy : OTHER;
			known = this.policies.computeIfAbsent(name, (added) -> new Counts());
		}
		return known;
	}

	@Override
	public void admitted(String policy, String key, long cost, Decision decision) {
		of(policy).allowed.increment();
		this.next.admitted(policy, key, cost, decision);
	}

	@Override
	public void rejected(String policy, String key, long cost, Decision decision, boolean remembered) {
		of(policy).refused.increment();
		this.refused.add(policy, key);
		this.next.rejected(policy, key, cost, decision, remembered);
	}

	@Override
	public void notEnforced(String policy, String key, long cost, Decision decision) {
		of(policy).notEnforced.increment();
		this.next.notEnforced(policy, key, cost, decision);
	}

	@Override
	public void waited(String policy, String key, long waitedNanos) {
		this.next.waited(policy, key, waitedNanos);
	}

	private record Counts(LongAdder allowed, LongAdder refused, LongAdder notEnforced) {

		Counts() {
			this(new LongAdder(), new LongAdder(), new LongAdder());
		}

	}

}
