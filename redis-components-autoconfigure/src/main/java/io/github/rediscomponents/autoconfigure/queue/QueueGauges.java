// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.beans.factory.ObjectProvider;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.autoconfigure.Servers;
import io.github.rediscomponents.queue.QueueActivity;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.delay.DelayStats;

/**
 * Gauges of the queues that are declared at start.
 */
final class QueueGauges implements MeterBinder {

	private static final String PREFIX = "redis.components.queue.";

	private final Supplier<List<QueueSource>> sources;

	private final ObjectProvider<Background> background;

	private final ObjectProvider<Servers> servers;

	QueueGauges(Supplier<List<QueueSource>> sources, ObjectProvider<Background> background,
			ObjectProvider<Servers> servers) {
		this.sources = sources;
		this.background = background;
		this.servers = servers;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.sources.get().forEach((source) -> source.names().forEach((name) -> bind(registry, source, name)));
	}

	private void bind(MeterRegistry registry, QueueSource source, String name) {
		Executor workers = (task) -> this.background.getObject().workers().execute(task);
		Servers several = this.servers.getIfAvailable();
		Tags tags = Tags.of("kind", source.kind().name().toLowerCase(Locale.ROOT), "queue", name)
			.and((several != null) ? Tags.of("server", several.server(source.component(), name)) : Tags.empty());
		GroupGauges groups = new GroupGauges(registry, source, name, tags);
		RememberedStats<QueueStats> stats = new RememberedStats<>(() -> {
			groups.refresh();
			return source.stats(name);
		}, workers, System::nanoTime);
		gauge(registry, "depth", tags, stats, QueueStats::depth);
		gauge(registry, "lag", tags, stats, QueueStats::lag);
		gauge(registry, "pending", tags, stats, QueueStats::pending);
		gauge(registry, "dead.letters", tags, stats, QueueStats::deadLetters);
		gauge(registry, "consumers", tags, stats, QueueStats::consumers);
		if (source instanceof DelayQueueSource delays) {
			RememberedStats<DelayStats> waiting = new RememberedStats<>(() -> delays.delays(name), workers,
					System::nanoTime);
			gauge(registry, "waiting", tags, waiting, DelayStats::waiting);
			gauge(registry, "overdue", tags, waiting, DelayStats::overdue);
		}
		Gauge.builder(PREFIX + "oldest", stats, (one) -> one.value((now) -> now.oldest().toMillis() / 1000.0))
			.tags(tags)
			.baseUnit("seconds")
			.strongReference(true)
			.register(registry);
		Gauge.builder(PREFIX + "in.flight", source, (one) -> inFlight(one, name))
			.tags(tags)
			.strongReference(true)
			.register(registry);
	}

	private static <S> void gauge(MeterRegistry registry, String what, Tags tags, RememberedStats<S> stats,
			ToDoubleFunction<S> value) {
		Gauge.builder(PREFIX + what, stats, (one) -> one.value(value))
			.tags(tags)
			.strongReference(true)
			.register(registry);
	}

	private static double inFlight(QueueSource source, String name) {
		return source.activity()
			.stream()
			.filter((one) -> one.queue().name().equals(name))
			.mapToInt(QueueActivity::inFlight)
			.sum();
	}

}
