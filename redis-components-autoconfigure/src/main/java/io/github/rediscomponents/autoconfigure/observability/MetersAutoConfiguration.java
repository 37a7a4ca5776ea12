package io.github.rediscomponents.autoconfigure.observability;

import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

import io.github.rediscomponents.MicrometerOperationMetrics;
import io.github.rediscomponents.autoconfigure.lock.LockAutoConfiguration;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.DistributedSemaphore;
import io.github.rediscomponents.lock.MicrometerLockMetrics;
import io.github.rediscomponents.lock.MicrometerSemaphoreMetrics;
import io.github.rediscomponents.ratelimit.MicrometerRateLimitMetrics;

/**
 * Auto-configuration of the meters of locks, semaphores and rate limits, and of the round
 * trips of lists, indexes, counters, bitmaps, places and rankings.
 */
@AutoConfiguration(after = LockAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
public final class MetersAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	MicrometerLockMetrics micrometerLockMetrics(MeterRegistry registry) {
		return new MicrometerLockMetrics(registry);
	}

	@Bean
	@ConditionalOnMissingBean
	MicrometerSemaphoreMetrics micrometerSemaphoreMetrics(MeterRegistry registry) {
		return new MicrometerSemaphoreMetrics(registry);
	}

	@Bean
	@ConditionalOnMissingBean
	MicrometerRateLimitMetrics micrometerRateLimitMetrics(MeterRegistry registry) {
		return new MicrometerRateLimitMetrics(registry);
	}

	@Bean
	@ConditionalOnMissingBean
	MicrometerOperationMetrics micrometerOperationMetrics(MeterRegistry registry) {
		return new MicrometerOperationMetrics(registry);
	}

	@Bean
	MeterBinder redisComponentsLockGauges(ObjectProvider<DistributedLock> locks) {
		return (registry) -> locks.ifAvailable((bean) -> {
			gauge(registry, "redis.components.lock.held", bean, (lock) -> lock.activity().held().size());
			gauge(registry, "redis.components.lock.waiting", bean, (lock) -> lock.activity().waiting().size());
		});
	}

	@Bean
	MeterBinder redisComponentsSemaphoreGauges(ObjectProvider<DistributedSemaphore> semaphores) {
		return (registry) -> semaphores.ifAvailable((bean) -> {
			gauge(registry, "redis.components.semaphore.held", bean, (one) -> one.activity().held().size());
			gauge(registry, "redis.components.semaphore.waiting", bean, (one) -> one.activity().waiting().size());
		});
	}

	private static <T> void gauge(MeterRegistry registry, String name, T bean, ToDoubleFunction<T> value) {
		Gauge.builder(name, bean, value).strongReference(true).register(registry);
	}

}
