// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import org.springframework.stereotype.Component;

/**
 * Sums over the meters of the application.
 */
@Component
class Meters {

	private final MeterRegistry registry;

	Meters(MeterRegistry registry) {
		this.registry = registry;
	}

	/** Returns the total count of counters and timers with these tags. */
	double count(String name, String... tags) {
		return count(name, (id) -> true, tags);
	}

	/** Returns the total count of matching counters and timers. */
	double count(String name, Predicate<Meter.Id> wanted, String... tags) {
		return sum(name, wanted, (meter) -> {
			if (meter instanceof Counter counter) {
				return counter.count();
			}
			return (meter instanceof Timer timer) ? timer.count() : 0;
		}, tags);
	}

	/** Returns the total time of timers with these tags. */
	double millis(String name, String... tags) {
		return sum(name, (id) -> true,
				(meter) -> (meter instanceof Timer timer) ? timer.totalTime(TimeUnit.MILLISECONDS) : 0, tags);
	}

	private double sum(String name, Predicate<Meter.Id> wanted, ToDoubleFunction<Meter> number, String... tags) {
		return this.registry.find(name)
			.tags(tags)
			.meters()
			.stream()
			.filter((meter) -> wanted.test(meter.getId()))
			.mapToDouble(number)
			.sum();
	}

}
