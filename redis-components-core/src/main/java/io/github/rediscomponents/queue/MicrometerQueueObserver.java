// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;

import io.github.rediscomponents.support.TaggedMeters;

/**
 * {@link QueueObserver} on Micrometer: {@code redis.components.queue.published} by
 * {@code outcome} (added, duplicate, refused),
 * {@code redis.components.queue.dead.dropped} and
 * {@code redis.components.queue.groups.removed},
 * {@code redis.components.queue.delivered}, {@code redis.components.queue.settled} by
 * {@code outcome} (acknowledged, retried, dead, lost) and
 * {@code redis.components.queue.handler} (timer) by {@code outcome} (returned, failed);
 * each by {@code kind} and {@code queue}, and all but the first three by {@code group}.
 * Only the first {@value #MOST_QUEUES} queues have tags of their own; the tags of further
 * ones are {@code other}. Needs {@code micrometer-core} on the class path.
 *
 * @since 1.0.0
 */
public final class MicrometerQueueObserver implements QueueObserver {

	/** How many queues, and groups, have tags of their own. */
	public static final int MOST_QUEUES = 200;

	private static final String PREFIX = "redis.components.queue.";

	private static final String OTHER = "other";

	private final MeterRegistry registry;

	private final Map<Source, Publishing> publishing = new ConcurrentHashMap<>();

	private final Map<Consumption, Consuming> consuming = new ConcurrentHashMap<>();

	/**
	 * Creates the adapter; meters are registered when a queue is first used.
	 * @param registry where
	 */
	public MicrometerQueueObserver(MeterRegistry registry) {
		this.registry = registry;
	}

	@Override
	public void published(Source queue, int added, int duplicates) {
		Publishing meters = of(queue);
		meters.added.increment(added);
		meters.duplicates.increment(duplicates);
	}

	@Override
	public void refused(Source queue, int messages) {
		of(queue).refused.increment(messages);
	}

	@Override
	public void delivered(Source queue, String group) {
		of(queue, group).delivered.increment();
	}

	@Override
	public void handled(Source queue, String group, long nanos, boolean failed) {
		Consuming meters = of(queue, group);
		(failed ? meters.failed : meters.returned).record(nanos, TimeUnit.NANOSECONDS);
	}

	@Override
	public void settled(Source queue, String group, Settlement settlement, int messages) {
		Counter counter = of(queue, group).settled.get(settlement);
		if (counter != null) {
			counter.increment(messages);
		}
	}

	@Override
	public void dropped(Source queue, long letters) {
		of(queue).dropped.increment(letters);
	}

	@Override
	public void disbanded(Source queue, String group) {
		of(queue).disbanded.increment();
	}

	private Publishing of(Source queue) {
		Publishing known = this.publishing.get(queue);
		if (known != null) {
			return known;
		}
		Source own = (this.publishing.size() < MOST_QUEUES) ? queue : new Source(queue.kind(), OTHER);
		return this.publishing.computeIfAbsent(own, (source) -> new Publishing(this.registry, source));
	}

	private Consuming of(Source queue, String group) {
		Consumption wanted = new Consumption(queue, group);
		Consuming known = this.consuming.get(wanted);
		if (known != null) {
			return known;
		}
		Consumption own = (this.consuming.size() < MOST_QUEUES) ? wanted
				: new Consumption(new Source(queue.kind(), OTHER), OTHER);
		return this.consuming.computeIfAbsent(own, (consumption) -> new Consuming(this.registry, consumption));
	}

	private static Tags tags(Source queue) {
		return Tags.of("kind", queue.kind(), "queue", queue.name());
	}

	private record Consumption(Source queue, String group) {

	}

	private static final class Publishing {

		private final Counter added;

		private final Counter duplicates;

		private final Counter refused;

		private final Counter dropped;

		private final Counter disbanded;

		Publishing(MeterRegistry registry, Source queue) {
			this.added = published(registry, queue, "added");
			this.duplicates = published(registry, queue, "duplicate");
			this.refused = published(registry, queue, "refused");
			this.dropped = TaggedMeters.counter(registry, PREFIX + "dead.dropped", tags(queue));
			this.disbanded = TaggedMeters.counter(registry, PREFIX + "groups.removed", tags(queue));
		}

		private static Counter published(MeterRegistry registry, Source queue, String outcome) {
			return TaggedMeters.counter(registry, PREFIX + "published", tags(queue).and("outcome", outcome));
		}

	}

	private static final class Consuming {

		private final Counter delivered;

		private final Timer returned;

		private final Timer failed;

		private final Map<Settlement, Counter> settled = new EnumMap<>(Settlement.class);

		Consuming(MeterRegistry registry, Consumption of) {
			Tags tags = tags(of.queue()).and("group", of.group());
			this.delivered = TaggedMeters.counter(registry, PREFIX + "delivered", tags);
			this.returned = TaggedMeters.timer(registry, PREFIX + "handler", tags.and("outcome", "returned"));
			this.failed = TaggedMeters.timer(registry, PREFIX + "handler", tags.and("outcome", "failed"));
			for (Settlement settlement : Settlement.values()) {
				if (settlement != Settlement.ALREADY_SETTLED) {
					this.settled.put(settlement,
							TaggedMeters.counter(registry, PREFIX + "settled", tags.and("outcome", label(settlement))));
				}
			}
		}

		private static String label(Settlement settlement) {
			return (settlement == Settlement.RETRY) ? "retried" : settlement.name().toLowerCase(Locale.ROOT);
		}

	}

}
