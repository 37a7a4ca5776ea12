// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autoconfigure.Servers;
import io.github.rediscomponents.autoconfigure.autocomplete.PrefixIndexView;
import io.github.rediscomponents.autoconfigure.ranking.RankedSetView;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;

/**
 * The views of the components. Imported by what shows them: the actuator endpoint and the
 * console.
 */
@Configuration(proxyBeanMethods = false)
class RoomViewConfiguration {

	@Bean
	@ConditionalOnMissingBean
	RoomViews redisComponentsRoomViews(ObjectProvider<RoomView> views, ObjectProvider<Servers> servers) {
		return RoomViews.of(views.orderedStream().toList(), servers.getIfAvailable());
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
