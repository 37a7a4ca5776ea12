// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ratelimit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * {@link RateLimitObserver} on Micrometer: {@code redis.components.ratelimit.decisions}
 * by {@code policy} and {@code outcome} (admitted; rejected; remembered, which is
 * rejected without calling Redis; not_enforced_admitted and not_enforced_rejected, which
 * the policy's failure rule decided) and {@code redis.components.ratelimit.wait} (timer)
 * by {@code policy}. Never has a key as a tag. Needs {@code micrometer-core} on the class
 * path.
 *
 * @since 1.0.0
 */
public final class MicrometerRateLimitObserver implements RateLimitObserver {

	private static final String PREFIX = "redis.components.ratelimit.";

	private final Function<String, Meters> create;

	private final Map<String, Meters> meters = new ConcurrentHashMap<>();

	/**
	 * Creates the adapter; meters are registered when a policy is first used.
	 * @param registry the meter registry
	 */
	public MicrometerRateLimitObserver(MeterRegistry registry) {
		this.create = (policy) -> new Meters(registry, policy);
	}

	@Override
	public void admitted(String policy, String key, long cost, Decision decision) {
		of(policy).admitted.increment();
	}

	@Override
	public void rejected(String policy, String key, long cost, Decision decision, boolean remembered) {
		Meters known = of(policy);
		(remembered ? known.remembered : known.rejected).increment();
	}

	@Override
	public void notEnforced(String policy, String key, long cost, Decision decision) {
		Meters known = of(policy);
		(decision.allowed() ? known.admittedUnenforced : known.rejectedUnenforced).increment();
	}

	@Override
	public void waited(String policy, String key, long waitedNanos) {
		of(policy).wait.record(waitedNanos, TimeUnit.NANOSECONDS);
	}

	private Meters of(String policy) {
		Meters known = this.meters.get(policy);
		return (known != null) ? known : this.meters.computeIfAbsent(policy, this.create);
	}

	private static final class Meters {

		private final Counter admitted;

		private final Counter rejected;

		private final Counter remembered;

		private final Counter admittedUnenforced;

		private final Counter rejectedUnenforced;

		private final Timer wait;

		Meters(MeterRegistry registry, String policy) {
			this.admitted = decisions(registry, policy, "admitted");
			this.rejected = decisions(registry, policy, "rejected");
			this.remembered = decisions(registry, policy, "remembered");
			this.admittedUnenforced = decisions(registry, policy, "not_enforced_admitted");
			this.rejectedUnenforced = decisions(registry, policy, "not_enforced_rejected");
			this.wait = registry.timer(PREFIX + "wait", "policy", policy);
		}

		private static Counter decisions(MeterRegistry registry, String policy, String outcome) {
			return registry.counter(PREFIX + "decisions", "policy", policy, "outcome", outcome);
		}

	}

}
