// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.Locale;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

import io.github.rediscomponents.MicrometerOperationObserver;
import io.github.rediscomponents.autoconfigure.ComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.Servers;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.MicrometerCacheObserver;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.counter.MicrometerViewCounterObserver;
import io.github.rediscomponents.filter.MicrometerBloomFilterObserver;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.MicrometerLockObserver;
import io.github.rediscomponents.messaging.MicrometerMessagingObserver;
import io.github.rediscomponents.queue.MicrometerQueueObserver;
import io.github.rediscomponents.ratelimit.MicrometerRateLimitObserver;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.semaphore.MicrometerSemaphoreObserver;
import io.github.rediscomponents.session.MicrometerSessionObserver;
import io.github.rediscomponents.social.MicrometerSocialObserver;
import io.github.rediscomponents.topic.MicrometerTopicObserver;

/**
 * Auto-configuration of the meters of the components.
 *
 * @since 1.0.0
 */
@AutoConfiguration(after = ComponentsAutoConfiguration.class,
		afterName = {
				"org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
				"org.springframework.boot.actuate.autoconfigure.metrics.CompositeMeterRegistryAutoConfiguration" })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
public final class MetersAutoConfiguration {

	@Bean
	@ConditionalOnBean(Servers.class)
	ServerMeters redisComponentsServerMeters(MeterRegistry registry) {
		return new ServerMeters(registry);
	}

	/** Returns the registry for the meters of the application's Redis. */
	private static MeterRegistry of(MeterRegistry registry, ObjectProvider<ServerMeters> servers) {
		ServerMeters several = servers.getIfAvailable();
		return (several != null) ? several.registry(Servers.DEFAULT) : registry;
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerCacheObserver micrometerCacheObserver(MeterRegistry registry, ObjectProvider<ServerMeters> servers) {
		return new MicrometerCacheObserver(of(registry, servers));
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerLockObserver micrometerLockObserver(MeterRegistry registry, ObjectProvider<ServerMeters> servers) {
		return new MicrometerLockObserver(of(registry, servers));
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerSemaphoreObserver micrometerSemaphoreObserver(MeterRegistry registry,
			ObjectProvider<ServerMeters> servers) {
		return new MicrometerSemaphoreObserver(of(registry, servers));
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerRateLimitObserver micrometerRateLimitObserver(MeterRegistry registry,
			ObjectProvider<ServerMeters> servers) {
		return new MicrometerRateLimitObserver(of(registry, servers));
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerQueueObserver micrometerQueueObserver(MeterRegistry registry, ObjectProvider<ServerMeters> servers) {
		return new MicrometerQueueObserver(of(registry, servers));
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerTopicObserver micrometerTopicObserver(MeterRegistry registry, ObjectProvider<ServerMeters> servers) {
		return new MicrometerTopicObserver(of(registry, servers));
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerMessagingObserver micrometerMessagingObserver(MeterRegistry registry,
			ObjectProvider<ServerMeters> servers) {
		return new MicrometerMessagingObserver(of(registry, servers));
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerSessionObserver micrometerSessionObserver(MeterRegistry registry, ObjectProvider<ServerMeters> servers) {
		return new MicrometerSessionObserver(of(registry, servers));
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerSocialObserver micrometerSocialObserver(MeterRegistry registry, ObjectProvider<ServerMeters> servers) {
		return new MicrometerSocialObserver(of(registry, servers));
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerViewCounterObserver micrometerViewCounterObserver(MeterRegistry registry,
			ObjectProvider<ServerMeters> servers) {
		return new MicrometerViewCounterObserver(of(registry, servers));
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerBloomFilterObserver micrometerBloomFilterObserver(MeterRegistry registry,
			ObjectProvider<ServerMeters> servers) {
		return new MicrometerBloomFilterObserver(of(registry, servers));
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerOperationObserver micrometerOperationObserver(MeterRegistry registry,
			ObjectProvider<ServerMeters> servers) {
		return new MicrometerOperationObserver(of(registry, servers));
	}

	@Bean
	MeterBinder redisComponentsCacheGauges(ConfigurableListableBeanFactory beans,
			ObjectProvider<RedisComponentsRefresher> refreshers) {
		UsedBeans<CacheClient> caches = new UsedBeans<>(beans, CacheClient.class);
		return (registry) -> {
			refreshers.ifAvailable((refresher) -> FunctionCounter
				.builder("redis.components.settings.refused", refresher, RedisComponentsRefresher::refused)
				.register(registry));
			caches.gauge(registry, "redis.components.cache.outbox.size", (one) -> one.queuedInvalidations().count());
			caches.gauge(registry, "redis.components.cache.outbox.age",
					(one) -> one.queuedInvalidations().oldest().toMillis() / 1000.0);
			for (LocalLevelState state : LocalLevelState.values()) {
				caches.gauge(registry, "redis.components.cache.local.state",
						Tags.of("state", state.name().toLowerCase(Locale.ROOT)),
						(one) -> (one.localLevelState() == state) ? 1 : 0);
			}
		};
	}

	@Bean
	MeterBinder redisComponentsLockGauges(ConfigurableListableBeanFactory beans) {
		UsedBeans<DistributedLock> locks = new UsedBeans<>(beans, DistributedLock.class);
		return (registry) -> {
			locks.gauge(registry, "redis.components.lock.held", (lock) -> lock.activity(0).heldTotal());
			locks.gauge(registry, "redis.components.lock.waiting", (lock) -> lock.activity(0).waitingTotal());
		};
	}

	@Bean
	MeterBinder redisComponentsSemaphoreGauges(ConfigurableListableBeanFactory beans) {
		UsedBeans<DistributedSemaphore> semaphores = new UsedBeans<>(beans, DistributedSemaphore.class);
		return (registry) -> {
			semaphores.gauge(registry, "redis.components.semaphore.held", (one) -> one.activity(0).heldTotal());
			semaphores.gauge(registry, "redis.components.semaphore.waiting", (one) -> one.activity(0).waitingTotal());
		};
	}

	@Bean
	MeterBinder redisComponentsBloomFilterGauges(ObjectProvider<BloomFilter> declared,
			ObjectProvider<BloomFilters> filters, ObjectProvider<Servers> servers) {
		return (registry) -> {
			if (declared.stream().findAny().isPresent()) {
				filters.ifAvailable((all) -> all.names()
					.forEach((name) -> Gauge.builder("redis.components.bloom.fill", all.get(name), BloomFilter::fill)
						.tags(UsedBeans.tags(servers.getIfAvailable(), BloomFilters.class, name).and("filter", name))
						.strongReference(true)
						.register(registry)));
			}
		};
	}

}
