// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * {@link OperationObserver} on Micrometer: the timer {@code redis.components.operation}
 * by {@code component}, {@code operation} and {@code outcome}. Never has a name of the
 * application as a tag. Needs {@code micrometer-core} on the class path.
 *
 * @since 1.0.0
 */
public final class MicrometerOperationObserver implements OperationObserver {

	private final Map<Ended, Timer> timers = new ConcurrentHashMap<>();

	private final MeterRegistry registry;

	/**
	 * Creates the adapter; timers are registered when something first ended so.
	 * @param registry where
	 */
	public MicrometerOperationObserver(MeterRegistry registry) {
		this.registry = registry;
	}

	@Override
	public void ended(String component, String operation, Outcome outcome, long nanos) {
		Ended ended = new Ended(component, operation, outcome);
		Timer known = this.timers.get(ended);
		// Without a look before, threads that share a bin would wait for each other.
		Timer timer = (known != null) ? known : this.timers.computeIfAbsent(ended, this::timer);
		timer.record(nanos, TimeUnit.NANOSECONDS);
	}

	private Timer timer(Ended ended) {
		return this.registry.timer("redis.components.operation", "component", ended.component(), "operation",
				ended.operation(), "outcome", ended.outcome().name().toLowerCase(Locale.ROOT));
	}

	private record Ended(String component, String operation, Outcome outcome) {

	}

}
