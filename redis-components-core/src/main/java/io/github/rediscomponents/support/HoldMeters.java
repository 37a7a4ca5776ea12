// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * The meters of acquired, held and lost leases.
 *
 * @since 1.0.0
 */
public final class HoldMeters {

	private final Timer acquired;

	private final Timer timedOut;

	private final Timer[] held;

	private final Counter[] lost;

	private final Counter renewalFailures;

	/**
	 * Registers the meters.
	 * @param prefix of their names
	 * @param results how holding can end
	 * @param reasons why something can be lost
	 */
	public HoldMeters(MeterRegistry registry, String prefix, Enum<?>[] results, Enum<?>[] reasons) {
		this.acquired = registry.timer(prefix + "acquire", "outcome", "acquired");
		this.timedOut = registry.timer(prefix + "acquire", "outcome", "timed_out");
		this.held = Arrays.stream(results)
			.map((result) -> registry.timer(prefix + "hold", "result", tag(result)))
			.toArray(Timer[]::new);
		this.lost = Arrays.stream(reasons)
			.map((reason) -> registry.counter(prefix + "lost", "reason", tag(reason)))
			.toArray(Counter[]::new);
		this.renewalFailures = registry.counter(prefix + "renewal.failures");
	}

	public void acquired(long waitedNanos) {
		this.acquired.record(waitedNanos, TimeUnit.NANOSECONDS);
	}

	public void notAcquired(long waitedNanos) {
		this.timedOut.record(waitedNanos, TimeUnit.NANOSECONDS);
	}

	public void released(Enum<?> result, long heldNanos) {
		this.held[result.ordinal()].record(heldNanos, TimeUnit.NANOSECONDS);
	}

	public void lost(Enum<?> reason) {
		this.lost[reason.ordinal()].increment();
	}

	public void renewalFailed() {
		this.renewalFailures.increment();
	}

	private static String tag(Enum<?> value) {
		return value.name().toLowerCase(Locale.ROOT);
	}

}
