package io.github.rediscomponents.autoconfigure.observability;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autoconfigure.lock.LockAutoConfiguration;
import io.github.rediscomponents.autoconfigure.ratelimit.RateLimitAutoConfiguration;
import io.github.rediscomponents.autoconfigure.semaphore.SemaphoreAutoConfiguration;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.DistributedSemaphore;
import io.github.rediscomponents.ratelimit.RateLimiter;

/**
 * Auto-configuration of the {@link RedisComponentsEndpoint}.
 */
@AutoConfiguration(
		after = { LockAutoConfiguration.class, SemaphoreAutoConfiguration.class, RateLimitAutoConfiguration.class })
@ConditionalOnClass(
		name = "org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint")
public final class EndpointAutoConfiguration {

	/**
	 * Apart, because the condition's own class is missing where the actuator is.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnAvailableEndpoint(RedisComponentsEndpoint.class)
	static class Available {

		@Bean
		@ConditionalOnMissingBean
		RedisComponentsEndpoint redisComponentsEndpoint(ObjectProvider<RoomView> views) {
			return new RedisComponentsEndpoint(views.orderedStream().toList());
		}

		@Bean
		@ConditionalOnBean(DistributedLock.class)
		LockView redisComponentsLockView(DistributedLock locks) {
			return new LockView(locks);
		}

		@Bean
		@ConditionalOnBean(DistributedSemaphore.class)
		SemaphoreView redisComponentsSemaphoreView(DistributedSemaphore semaphores) {
			return new SemaphoreView(semaphores);
		}

		@Bean
		@ConditionalOnBean(RateLimiter.class)
		RateLimitView redisComponentsRateLimitView(RateLimiter limiter) {
			return new RateLimitView(limiter);
		}

	}

}
