// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.util.concurrent.atomic.AtomicLong;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * Meters of a {@link ViewCounter}: {@code redis.components.views.counted},
 * {@code .unlisted} and {@code .lost} (counters), {@code .pending} (gauge). Without tags:
 * an application may have many names.
 *
 * @since 1.0.0
 */
public final class MicrometerViewCounterObserver implements ViewCounterObserver {

	private final Counter counted;

	private final Counter unlisted;

	private final Counter lost;

	private final AtomicLong pending = new AtomicLong();

	public MicrometerViewCounterObserver(MeterRegistry registry) {
		this.counted = counter(registry, "counted", "Views that Redis has counted");
		this.unlisted = counter(registry, "unlisted", "Views that count for their name only");
		this.lost = counter(registry, "lost", "Views that were lost when the process ended");
		Gauge.builder("redis.components.views.pending", this.pending, AtomicLong::get)
			.description("Views that wait in this process")
			.register(registry);
	}

	private static Counter counter(MeterRegistry registry, String name, String description) {
		return Counter.builder("redis.components.views." + name).description(description).register(registry);
	}

	@Override
	public void counted(String name, long views) {
		this.counted.increment(views);
	}

	@Override
	public void unlisted(String name, long views) {
		this.unlisted.increment(views);
	}

	@Override
	public void lost(String name, long views) {
		this.lost.increment(views);
	}

	@Override
	public void pending(long views) {
		this.pending.set(views);
	}

}
