// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.List;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.queue.GroupStats;
import io.github.rediscomponents.support.FailureLog;

/**
 * Gauges of the groups of one queue. The set of groups changes while the application
 * runs.
 */
final class GroupGauges {

	/** Maximum number of groups of a queue with gauges. */
	private static final int MOST = 50;

	private static final String PREFIX = "redis.components.queue.group.";

	private static final Logger logger = LoggerFactory.getLogger(GroupGauges.class);

	private final FailureLog failures = new FailureLog(logger);

	private final QueueSource source;

	private final String queue;

	private final MultiGauge lag;

	private final MultiGauge pending;

	private final MultiGauge oldest;

	GroupGauges(MeterRegistry registry, QueueSource source, String queue, Tags tags) {
		this.source = source;
		this.queue = queue;
		this.lag = MultiGauge.builder(PREFIX + "lag").tags(tags).register(registry);
		this.pending = MultiGauge.builder(PREFIX + "pending").tags(tags).register(registry);
		this.oldest = MultiGauge.builder(PREFIX + "oldest").tags(tags).baseUnit("seconds").register(registry);
	}

	/** Reads the statistics and waits for Redis. */
	void refresh() {
		List<GroupStats> groups = List.of();
		try {
			groups = this.source.groups(this.queue);
		}
		finally {
			// Groups whose statistics could not be read lose their gauges.
			show(groups);
		}
	}

	private void show(List<GroupStats> groups) {
		try {
			show(this.lag, groups, GroupStats::lag);
			show(this.pending, groups, GroupStats::pending);
			show(this.oldest, groups, (group) -> group.oldest().toMillis() / 1000.0);
		}
		catch (RuntimeException | Error ex) {
			// The registry and its filters are the application's. The queue's own gauges
			// go on.
			this.failures.warn(ex, "Cannot register the gauges of the groups of queue '{}'; retrying", this.queue);
		}
	}

	private static void show(MultiGauge gauge, List<GroupStats> groups, ToDoubleFunction<GroupStats> value) {
		gauge.register(groups.stream()
			.limit(MOST)
			.map((group) -> MultiGauge.Row.of(Tags.of("group", group.name()), value.applyAsDouble(group)))
			.toList(), true);
	}

}
