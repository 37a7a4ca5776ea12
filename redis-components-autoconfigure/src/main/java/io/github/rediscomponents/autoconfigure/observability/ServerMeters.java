// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;

import io.github.rediscomponents.MicrometerOperationObserver;
import io.github.rediscomponents.autoconfigure.Servers;
import io.github.rediscomponents.autoconfigure.server.ServerObservers;
import io.github.rediscomponents.cache.MicrometerCacheObserver;
import io.github.rediscomponents.counter.MicrometerViewCounterObserver;
import io.github.rediscomponents.filter.MicrometerBloomFilterObserver;
import io.github.rediscomponents.lock.MicrometerLockObserver;
import io.github.rediscomponents.messaging.MicrometerMessagingObserver;
import io.github.rediscomponents.queue.MicrometerQueueObserver;
import io.github.rediscomponents.ratelimit.MicrometerRateLimitObserver;
import io.github.rediscomponents.semaphore.MicrometerSemaphoreObserver;
import io.github.rediscomponents.session.MicrometerSessionObserver;
import io.github.rediscomponents.social.MicrometerSocialObserver;
import io.github.rediscomponents.topic.MicrometerTopicObserver;

/**
 * The meters of several servers. Each meter has the tag {@code server}, that of the
 * application's Redis, too, because all meters of one name must have the same tags.
 */
final class ServerMeters implements ServerObservers {

	/** The name of the tag. */
	static final String TAG = "server";

	private static final Map<Class<?>, Function<MeterRegistry, Object>> MAKERS = Map.ofEntries(
			Map.entry(MicrometerBloomFilterObserver.class, MicrometerBloomFilterObserver::new),
			Map.entry(MicrometerCacheObserver.class, MicrometerCacheObserver::new),
			Map.entry(MicrometerLockObserver.class, MicrometerLockObserver::new),
			Map.entry(MicrometerMessagingObserver.class, MicrometerMessagingObserver::new),
			Map.entry(MicrometerOperationObserver.class, MicrometerOperationObserver::new),
			Map.entry(MicrometerQueueObserver.class, MicrometerQueueObserver::new),
			Map.entry(MicrometerRateLimitObserver.class, MicrometerRateLimitObserver::new),
			Map.entry(MicrometerSemaphoreObserver.class, MicrometerSemaphoreObserver::new),
			Map.entry(MicrometerSessionObserver.class, MicrometerSessionObserver::new),
			Map.entry(MicrometerSocialObserver.class, MicrometerSocialObserver::new),
			Map.entry(MicrometerTopicObserver.class, MicrometerTopicObserver::new),
			Map.entry(MicrometerViewCounterObserver.class, MicrometerViewCounterObserver::new));

	private final MeterRegistry registry;

	private final Map<String, MeterRegistry> tagged = new ConcurrentHashMap<>();

	private final Map<Made, Object> made = new ConcurrentHashMap<>();

	ServerMeters(MeterRegistry registry) {
		this.registry = registry;
	}

	/**
	 * Returns a view of the registry that adds the tag.
	 * @param server the name of the server
	 */
	MeterRegistry registry(String server) {
		return this.tagged.computeIfAbsent(server, (name) -> {
			CompositeMeterRegistry view = new CompositeMeterRegistry(this.registry.config().clock());
			view.config().commonTags(TAG, name);
			return view.add(this.registry);
		});
	}

	/**
	 * Returns an observer with the meters of the server for one with meters, else the
	 * same observer.
	 */
	@Override
	public <O> O of(String server, Class<O> type, O observer) {
		Function<MeterRegistry, Object> maker = MAKERS.get(observer.getClass());
		if (maker == null || server.equals(Servers.DEFAULT)) {
			return observer;
		}
		return type.cast(this.made.computeIfAbsent(new Made(server, observer.getClass()),
				(key) -> maker.apply(registry(server))));
	}

	private record Made(String server, Class<?> type) {

	}

}
