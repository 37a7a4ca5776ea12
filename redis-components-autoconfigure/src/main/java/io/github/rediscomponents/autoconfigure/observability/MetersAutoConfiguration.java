// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.Locale;

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
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.MicrometerCacheObserver;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilters;
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
	@Lazy
	@ConditionalOnMissingBean
	MicrometerCacheObserver micrometerCacheObserver(MeterRegistry registry) {
		return new MicrometerCacheObserver(registry);
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerLockObserver micrometerLockObserver(MeterRegistry registry) {
		return new MicrometerLockObserver(registry);
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerSemaphoreObserver micrometerSemaphoreObserver(MeterRegistry registry) {
		return new MicrometerSemaphoreObserver(registry);
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerRateLimitObserver micrometerRateLimitObserver(MeterRegistry registry) {
		return new MicrometerRateLimitObserver(registry);
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerQueueObserver micrometerQueueObserver(MeterRegistry registry) {
		return new MicrometerQueueObserver(registry);
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerTopicObserver micrometerTopicObserver(MeterRegistry registry) {
		return new MicrometerTopicObserver(registry);
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerMessagingObserver micrometerMessagingObserver(MeterRegistry registry) {
		return new MicrometerMessagingObserver(registry);
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerSessionObserver micrometerSessionObserver(MeterRegistry registry) {
		return new MicrometerSessionObserver(registry);
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerSocialObserver micrometerSocialObserver(MeterRegistry registry) {
		return new MicrometerSocialObserver(registry);
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerBloomFilterObserver micrometerBloomFilterObserver(MeterRegistry registry) {
		return new MicrometerBloomFilterObserver(registry);
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	MicrometerOperationObserver micrometerOperationObserver(MeterRegistry registry) {
		return new MicrometerOperationObserver(registry);
	}

	@Bean
	MeterBinder redisComponentsCacheGauges(ConfigurableListableBeanFactory beans) {
		UsedBeans<CacheClient> caches = new UsedBeans<>(beans, CacheClient.class);
		return (registry) -> {
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
			locks.gauge(registry, "redis.components.lock.held", (lock) -> lock.activity().held().size());
			locks.gauge(registry, "redis.components.lock.waiting", (lock) -> lock.activity().waiting().size());
		};
	}

	@Bean
	MeterBinder redisComponentsSemaphoreGauges(ConfigurableListableBeanFactory beans) {
		UsedBeans<DistributedSemaphore> semaphores = new UsedBeans<>(beans, DistributedSemaphore.class);
		return (registry) -> {
			semaphores.gauge(registry, "redis.components.semaphore.held", (one) -> one.activity().held().size());
			semaphores.gauge(registry, "redis.components.semaphore.waiting", (one) -> one.activity().waiting().size());
		};
	}

	@Bean
	MeterBinder redisComponentsBloomFilterGauges(ObjectProvider<BloomFilter> declared,
			ObjectProvider<BloomFilters> filters) {
		return (registry) -> {
			if (declared.stream().findAny().isPresent()) {
				filters.ifAvailable((all) -> all.names()
					.forEach((name) -> Gauge.builder("redis.components.bloom.fill", all.get(name), BloomFilter::fill)
						.tag("filter", name)
						.strongReference(true)
						.register(registry)));
			}
		};
	}

}
