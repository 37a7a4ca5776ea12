package io.github.rediscomponents.lock;

import java.util.Arrays;
import java.util.Locale;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * The meters of what is acquired, held and lost.
 */
final class HoldMeters {

	final Timer acquired;

	final Timer timedOut;

	/** By {@link ReleaseResult}. */
	final Timer[] held;

	/** By {@link LossReason}. */
	final Counter[] lost;

	final Counter renewalFailures;

	HoldMeters(MeterRegistry registry, String prefix) {
		this.acquired = registry.timer(prefix + "acquire", "outcome", "acquired");
		this.timedOut = registry.timer(prefix + "acquire", "outcome", "timed_out");
		this.held = Arrays.stream(ReleaseResult.values())
			.map((result) -> registry.timer(prefix + "hold", "result", tag(result)))
			.toArray(Timer[]::new);
		this.lost = Arrays.stream(LossReason.values())
			.map((reason) -> registry.counter(prefix + "lost", "reason", tag(reason)))
			.toArray(Counter[]::new);
		this.renewalFailures = registry.counter(prefix + "renewal.failures");
	}

	private static String tag(Enum<?> value) {
		return value.name().toLowerCase(Locale.ROOT);
	}

}
