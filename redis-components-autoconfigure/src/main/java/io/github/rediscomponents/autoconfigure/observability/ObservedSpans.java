// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.transport.Kind;
import io.micrometer.observation.transport.SenderContext;

import io.github.rediscomponents.support.Spans;
import io.github.rediscomponents.support.Spans.Span;
import io.github.rediscomponents.support.Spans.Work;

/**
 * Begins spans as observations. A registry without handlers costs nothing.
 *
 * @param registry begins them
 */
record ObservedSpans(ObservationRegistry registry) implements Spans.Starter {

	@Override
	public Span begin(Work work, String kind, String name) {
		if (this.registry.isNoop()) {
			return Span.NONE;
		}
		return switch (work) {
			case LOCK_WAIT -> wait("lock", kind, name);
			case SEMAPHORE_WAIT -> wait("semaphore", kind, name);
			case RATE_LIMIT_WAIT -> span("redis.components.ratelimit.await", "rate limit wait", "policy", name);
			case CACHE_LOAD -> span("redis.components.cache.loader", name + " load", "cache", name);
			case QUEUE_PUBLISH -> publish(kind, name);
		};
	}

	/** The name is not a tag of meters: there may be millions. */
	private Span wait(String component, String kind, String name) {
		return span(() -> Observation.createNotStarted("redis.components." + component + ".await", this.registry)
			.contextualName(component + " wait")
			.lowCardinalityKeyValue("kind", kind.toLowerCase(Locale.ROOT))
			.highCardinalityKeyValue("name", name), Map.of(), true);
	}

	private Span span(String observation, String contextual, String key, String value) {
		return span(() -> Observation.createNotStarted(observation, this.registry)
			.contextualName(contextual)
			.lowCardinalityKeyValue(key, value), Map.of(), false);
	}

	private Span publish(String kind, String name) {
		Map<String, String> headers = new LinkedHashMap<>();
		SenderContext<Map<String, String>> sender = new SenderContext<>((carrier, key, value) -> {
			if (carrier != null && key != null && value != null) {
				carrier.put(key, value);
			}
		}, Kind.PRODUCER);
		sender.setCarrier(headers);
		sender.setRemoteServiceName("redis");
		return span(() -> Observation.createNotStarted("redis.components.queue.publish", () -> sender, this.registry)
			.contextualName(name + " publish")
			.lowCardinalityKeyValue("kind", kind)
			.lowCardinalityKeyValue("queue", name), headers, false);
	}

	private Span span(Supplier<Observation> observation, Map<String, String> headers, boolean hasOutcome) {
		return new ObservedSpan(this.registry, observation, headers, hasOutcome);
	}

}
