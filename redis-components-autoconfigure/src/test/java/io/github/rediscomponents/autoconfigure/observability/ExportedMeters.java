// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;

import io.github.rediscomponents.MicrometerOperationObserver;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.MicrometerCacheObserver;
import io.github.rediscomponents.contract.Events;
import io.github.rediscomponents.filter.MicrometerBloomFilterObserver;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.MicrometerLockObserver;
import io.github.rediscomponents.messaging.MicrometerMessagingObserver;
import io.github.rediscomponents.queue.MicrometerQueueObserver;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.stream.StreamQueue;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.ratelimit.MicrometerRateLimitObserver;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.MicrometerSemaphoreObserver;
import io.github.rediscomponents.session.MicrometerSessionObserver;
import io.github.rediscomponents.social.MicrometerSocialObserver;
import io.github.rediscomponents.topic.MicrometerTopicObserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The metrics that Prometheus gets from an application with every component: the gauges
 * of a running application, and what each observer registers for each event.
 */
final class ExportedMeters {

	private static final List<Class<?>> OBSERVERS = List.of(MicrometerCacheObserver.class, MicrometerLockObserver.class,
			MicrometerSemaphoreObserver.class, MicrometerRateLimitObserver.class, MicrometerQueueObserver.class,
			MicrometerTopicObserver.class, MicrometerMessagingObserver.class, MicrometerSessionObserver.class,
			MicrometerSocialObserver.class, MicrometerBloomFilterObserver.class, MicrometerOperationObserver.class);

	private static final Pattern SAMPLE = Pattern.compile("(?m)^(redis_components_\\w+)(?:\\{([^}]*)})? ");

	private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

	private ExportedMeters() {
	}

	/** The values of each label of each metric. */
	static Map<String, Map<String, Set<String>>> scrape() {
		PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
		Map<String, Map<String, Set<String>>> metrics = new TreeMap<>();
		TestContexts.withOwnKeys()
			.withBean(PrometheusMeterRegistry.class, () -> registry)
			.withPropertyValues("redis-components.cache.caches.shop.local.enabled=true",
					"redis-components.stream-queue.queues.orders.retention=all-groups",
					"redis-components.stream-queue.queues.orders.type=java.lang.String",
					"redis-components.delay-queue.queues.closing.type=java.lang.String",
					"redis-components.bloom-filter.filters.seen.capacity=1000",
					"redis-components.bloom-filter.filters.seen.error-rate=0.01")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				context.getBeanProvider(MeterBinder.class).forEach((binder) -> binder.bindTo(registry));
				use(context);
				OBSERVERS.forEach((type) -> notify(context.getBean(type), type));
				await().atMost(Duration.ofMinutes(1)).until(() -> {
					read(registry.scrape(), metrics);
					return metrics.containsKey("redis_components_queue_group_lag");
				});
			});
		return metrics;
	}

	private static void use(ApplicationContext context) {
		context.getBean(CacheClient.class).cache("shop", String.class).peek("1");
		context.getBean(DistributedLock.class).get("a").tryAcquire().orElseThrow().close();
		context.getBean(DistributedSemaphore.class).activity();
		StreamQueue<String> orders = context.getBean(StreamQueues.class).get("orders", String.class);
		orders.subscribe((delivery) -> {
		}, SubscribeOptions.DEFAULTS);
		orders.publish("one");
	}

	private static void read(String text, Map<String, Map<String, Set<String>>> metrics) {
		Matcher sample = SAMPLE.matcher(text);
		while (sample.find()) {
			Map<String, Set<String>> labels = metrics.computeIfAbsent(sample.group(1), (name) -> new TreeMap<>());
			if (sample.group(2) != null) {
				LABEL.matcher(sample.group(2))
					.results()
					.forEach((label) -> labels.computeIfAbsent(label.group(1), (name) -> new TreeSet<>())
						.add(label.group(2)));
			}
		}
	}

	/** Calls each method of an observer with each value that a parameter can have. */
	private static void notify(Object observer, Class<?> type) {
		for (Class<?> events : ClassUtils.getAllInterfacesForClass(type)) {
			Events.each(events, (event, arguments) -> call(observer, event, arguments));
		}
	}

	private static void call(Object observer, Method event, List<Object> arguments) {
		try {
			event.invoke(observer, arguments.toArray());
		}
		catch (ReflectiveOperationException ex) {
			throw new AssertionError(event + " with " + arguments, ex);
		}
	}

}
