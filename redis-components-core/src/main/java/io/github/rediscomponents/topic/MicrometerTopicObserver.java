// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

import io.github.rediscomponents.support.TaggedMeters;

/**
 * {@link TopicObserver} on Micrometer: the counters
 * {@code redis.components.topic.published}, {@code redis.components.topic.received},
 * {@code redis.components.topic.dropped}, {@code redis.components.topic.reconnects} and
 * {@code redis.components.topic.undecodable}, and the timer
 * {@code redis.components.topic.handler} by {@code outcome} (returned, failed); each by
 * {@code topic}. Only the first {@value #MOST_TOPICS} topics have tags of their own; the
 * tag of further ones is {@code other}. Needs {@code micrometer-core} on the class path.
 *
 * @since 1.0.0
 */
public final class MicrometerTopicObserver implements TopicObserver {

	/** How many topics have a tag of their own. */
	public static final int MOST_TOPICS = 200;

	private static final String PREFIX = "redis.components.topic.";

	private final MeterRegistry registry;

	private final Map<String, Meters> meters = new ConcurrentHashMap<>();

	/**
	 * Creates the adapter; meters are registered when a topic is first used.
	 * @param registry where
	 */
	public MicrometerTopicObserver(MeterRegistry registry) {
		this.registry = registry;
	}

	@Override
	public void published(String topic) {
		of(topic).published.increment();
	}

	@Override
	public void received(String topic) {
		of(topic).received.increment();
	}

	@Override
	public void dropped(String topic) {
		of(topic).dropped.increment();
	}

	@Override
	public void reconnected(String topic) {
		of(topic).reconnects.increment();
	}

	@Override
	public void handled(String topic, long nanos, boolean failed) {
		Meters own = of(topic);
		(failed ? own.failed : own.returned).record(nanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void undecodable(String topic) {
		of(topic).undecodable.increment();
	}

	private Meters of(String topic) {
		Meters known = this.meters.get(topic);
		if (known != null) {
			return known;
		}
		String tag = (this.meters.size() < MOST_TOPICS) ? topic : "other";
		return this.meters.computeIfAbsent(tag, (name) -> new Meters(this.registry, Tags.of("topic", name)));
	}

	private static final class Meters {

		private final Counter published;

		private final Counter received;

		private final Counter dropped;

		private final Counter reconnects;

		private final Counter undecodable;

		private final Timer returned;

		private final Timer failed;

		Meters(MeterRegistry registry, Tags tags) {
			this.published = TaggedMeters.counter(registry, PREFIX + "published", tags);
			this.received = TaggedMeters.counter(registry, PREFIX + "received", tags);
			this.dropped = TaggedMeters.counter(registry, PREFIX + "dropped", tags);
			this.reconnects = TaggedMeters.counter(registry, PREFIX + "reconnects", tags);
			this.undecodable = TaggedMeters.counter(registry, PREFIX + "undecodable", tags);
			this.returned = TaggedMeters.timer(registry, PREFIX + "handler", tags.and("outcome", "returned"));
			this.failed = TaggedMeters.timer(registry, PREFIX + "handler", tags.and("outcome", "failed"));
		}

	}

}
