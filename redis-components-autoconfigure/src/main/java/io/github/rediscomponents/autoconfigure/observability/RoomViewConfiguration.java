// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.observability;

import java.util.function.BooleanSupplier;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autoconfigure.Servers;
import io.github.rediscomponents.autoconfigure.autocomplete.PrefixIndexView;
import io.github.rediscomponents.autoconfigure.counter.ViewCounterView;
import io.github.rediscomponents.autoconfigure.filter.BloomFilterView;
import io.github.rediscomponents.autoconfigure.id.IdView;
import io.github.rediscomponents.autoconfigure.limit.LimitQueueView;
import io.github.rediscomponents.autoconfigure.ranking.RankedSetView;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.session.SessionView;
import io.github.rediscomponents.autoconfigure.topic.TopicView;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.session.SessionObserver;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.topic.Topics;

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

	@Bean
	@ConditionalOnBean(TokenSessions.class)
	SessionView redisComponentsSessionView(ObjectProvider<TokenSessions> sessions, PropertySettings settings,
			ConfigurableListableBeanFactory beans) {
		return new SessionView(sessions::getObject, settings, used(beans, TokenSessions.class));
	}

	@Bean
	@ConditionalOnBean(TokenSessions.class)
	SessionObserver redisComponentsSessionCounter(SessionView view) {
		return view.counter();
	}

	@Bean
	@ConditionalOnBean(IdWorker.class)
	IdView redisComponentsIdView(PropertySettings settings, ConfigurableListableBeanFactory beans) {
		return new IdView(settings, used(beans, IdWorker.class));
	}

	@Bean
	@ConditionalOnBean(BloomFilters.class)
	BloomFilterView redisComponentsBloomFilterView(ObjectProvider<BloomFilters> filters, PropertySettings settings) {
		return new BloomFilterView(filters::getObject, settings);
	}

	@Bean
	@ConditionalOnBean(LimitQueues.class)
	LimitQueueView redisComponentsLimitQueueView(ObjectProvider<LimitQueues> queues, PropertySettings settings) {
		return new LimitQueueView(queues::getObject, settings);
	}

	@Bean
	@ConditionalOnBean(ViewCounter.class)
	ViewCounterView redisComponentsViewCounterView(ObjectProvider<ViewCounter> counter, PropertySettings settings,
			ConfigurableListableBeanFactory beans) {
		UsedBeans<ViewCounter> used = new UsedBeans<>(beans, ViewCounter.class);
		return new ViewCounterView(counter::getObject, () -> used.byServer().values(), settings);
	}

	@Bean
	@ConditionalOnBean(Topics.class)
	TopicView redisComponentsTopicView(PropertySettings settings) {
		return new TopicView(settings);
	}

	/** A look does not create a component that nothing injects. */
	private static <T> BooleanSupplier used(ConfigurableListableBeanFactory beans, Class<T> type) {
		UsedBeans<T> used = new UsedBeans<>(beans, type);
		return () -> !used.byServer().isEmpty();
	}

}
