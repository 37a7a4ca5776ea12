// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autoconfigure.ComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.Servers;
import io.github.rediscomponents.autoconfigure.autocomplete.PrefixIndexView;
import io.github.rediscomponents.autoconfigure.ranking.RankedSetView;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;

/**
 * Auto-configuration of the {@link RedisComponentsEndpoint}.
 *
 * @since 1.0.0
 */
@AutoConfiguration(after = ComponentsAutoConfiguration.class)
@ConditionalOnClass(
		name = "org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint")
public final class EndpointAutoConfiguration {

	/**
	 * The endpoint and its views. A nested class, because the class of its condition is
	 * missing without the actuator.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnAvailableEndpoint(RedisComponentsEndpoint.class)
	static class Available {

		@Bean
		@ConditionalOnMissingBean
		RedisComponentsEndpoint redisComponentsEndpoint(ObjectProvider<RoomView> views,
				ObjectProvider<Servers> servers) {
			List<RoomView> all = new ArrayList<>(views.orderedStream().toList());
			servers.ifAvailable((several) -> all
				.addAll(ServerView.of(several, all.stream().map(RoomView::room).collect(Collectors.toSet()))));
			return new RedisComponentsEndpoint(all);
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

		@Bean
		@ConditionalOnBean(CacheClient.class)
		CacheView redisComponentsCacheView(CacheClient caches) {
			return new CacheView(caches);
		}

		@Bean
		@ConditionalOnBean(PrefixIndexes.class)
		PrefixIndexView prefixIndexView(PrefixIndexes indexes) {
			return new PrefixIndexView(indexes);
		}

		@Bean
		@ConditionalOnBean(RankedSets.class)
		RankedSetView rankedSetView(RankedSets sets) {
			return new RankedSetView(sets);
		}

	}

}
