// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * {@link BloomFilterObserver} on Micrometer: the counters
 * {@code redis.components.bloom.tested} and {@code redis.components.bloom.added} by
 * {@code filter} and {@code answer}, {@code redis.components.bloom.saturated} by
 * {@code filter}, and {@code redis.components.bloom.rebuilds} by {@code filter} and
 * {@code outcome}. Never has an element as a tag. Needs {@code micrometer-core} on the
 * class path.
 *
 * @since 1.0.0
 */
public final class MicrometerBloomFilterObserver implements BloomFilterObserver {

	private static final String PREFIX = "redis.components.bloom.";

	private final MeterRegistry registry;

	private final Function<String, Meters> create;

	private final Map<String, Meters> meters = new ConcurrentHashMap<>();

	/**
	 * Creates the adapter; meters are registered when a filter is first used.
	 * @param registry the meter registry
	 */
	public MicrometerBloomFilterObserver(MeterRegistry registry) {
		this.registry = registry;
		this.create = (filter) -> new Meters(counters("tested", filter), counters("added", filter));
	}

	@Override
	public void tested(String filter, Membership answer, int elements) {
		of(filter).tested()[answer.ordinal()].increment(elements);
	}

	@Override
	public void added(String filter, Membership before, int elements) {
		of(filter).added()[before.ordinal()].increment(elements);
	}

	@Override
	public void saturated(String filter, double fill) {
		this.registry.counter(PREFIX + "saturated", "filter", filter).increment();
	}

	@Override
	public void rebuilt(String filter, long elements, boolean succeeded) {
		this.registry.counter(PREFIX + "rebuilds", "filter", filter, "outcome", succeeded ? "success" : "failure")
			.increment();
	}

	private Meters of(String filter) {
		Meters known = this.meters.get(filter);
		return (known != null) ? known : this.meters.computeIfAbsent(filter, this.create);
	}

	private Counter[] counters(String name, String filter) {
		Membership[] answers = Membership.values();
		Counter[] counters = new Counter[answers.length];
		for (Membership answer : answers) {
			counters[answer.ordinal()] = this.registry.counter(PREFIX + name, "filter", filter, "answer",
					answer.name().toLowerCase(Locale.ROOT));
		}
		return counters;
	}

	private record Meters(Counter[] tested, Counter[] added) {

	}

}
