// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autocomplete.RecentLists;
import io.github.rediscomponents.autoconfigure.lock.LockEngine;
import io.github.rediscomponents.autoconfigure.lock.LockProperties;
import io.github.rediscomponents.autoconfigure.lock.RedissonEngine;
import io.github.rediscomponents.autoconfigure.queue.QueueLifecycle;
import io.github.rediscomponents.autoconfigure.ratelimit.PolicyCheck;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.counter.UniqueCounter;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.filter.BloomFilters;
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.Mailboxes;
import io.github.rediscomponents.queue.delay.DelayQueues;
import io.github.rediscomponents.queue.stream.StreamQueues;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.ranking.RankedSets;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.semaphore.DistributedSemaphore;
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.Likes;
import io.github.rediscomponents.topic.Topics;

/**
 * Auto-configuration of the components. Each component is a lazy bean and backs off if
 * the application defines a bean of its type.
 *
 * @since 1.0.0
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class)
@ConditionalOnBean(RedisPort.class)
@Import({ DeclaredBeans.class, PolicyCheck.class, ServerBeans.class })
public final class ComponentsAutoConfiguration {

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("cache.enabled")
	CacheClient cacheClient(RedisComponents components) {
		return components.caches();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("lock.enabled")
	DistributedLock distributedLock(RedisComponents components, PropertySettings settings, BeanFactory beans) {
		return (settings.properties(LockProperties.PREFIX, LockProperties.class).engine() == LockEngine.REDISSON)
				? RedissonEngine.locks(new SpringComponentSource(beans, settings, () -> null), beans)
				: components.locks();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("semaphore.enabled")
	DistributedSemaphore distributedSemaphore(RedisComponents components) {
		return components.semaphores();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("rate-limit.enabled")
	RateLimiter rateLimiter(RedisComponents components) {
		return components.rateLimiter();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("id.enabled")
	IdWorker idWorker(RedisComponents components) {
		return components.ids();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("limit-queue.enabled")
	LimitQueues limitQueues(RedisComponents components) {
		return components.limitQueues();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("stream-queue.enabled")
	StreamQueues streamQueues(RedisComponents components) {
		return components.streamQueues();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("task-queue.enabled")
	TaskQueues taskQueues(RedisComponents components) {
		return components.taskQueues();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("delay-queue.enabled")
	DelayQueues delayQueues(RedisComponents components) {
		return components.delayQueues();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("topic.enabled")
	Topics topics(RedisComponents components) {
		return components.topics();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("group-chat.enabled")
	GroupChats groupChats(RedisComponents components) {
		return components.groupChats();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("mailbox.enabled")
	Mailboxes mailboxes(RedisComponents components) {
		return components.mailboxes();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("prefix-index.enabled")
	PrefixIndexes prefixIndexes(RedisComponents components) {
		return components.prefixIndexes();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("recent-list.enabled")
	RecentLists recentLists(RedisComponents components) {
		return components.recentLists();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("bloom-filter.enabled")
	BloomFilters bloomFilters(RedisComponents components) {
		return components.bloomFilters();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("day-bitmap.enabled")
	DayBitmap dayBitmap(RedisComponents components) {
		return components.dayBitmap();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("unique-counter.enabled")
	UniqueCounter uniqueCounter(RedisComponents components) {
		return components.uniqueCounter();
	}

	@Bean(destroyMethod = "")
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("view-counter.enabled")
	ViewCounter viewCounter(RedisComponents components) {
		return components.viewCounter();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("geo.enabled")
	GeoIndex geoIndex(RedisComponents components) {
		return components.geoIndex();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("ranked-set.enabled")
	RankedSets rankedSets(RedisComponents components) {
		return components.rankedSets();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("ranked-set.enabled")
	Likes likes(RedisComponents components) {
		return components.likes();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("follow-graph.enabled")
	FollowGraph followGraph(RedisComponents components) {
		return components.followGraph();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("token-session.enabled")
	TokenSessions tokenSessions(RedisComponents components) {
		return components.tokenSessions();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("one-time-code.enabled")
	OneTimeCodePurposes oneTimeCodePurposes(RedisComponents components) {
		return components.oneTimeCodes();
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	@ConditionalOnComponent("feed.enabled")
	@ConditionalOnBean(TaskQueues.class)
	Feed feed(RedisComponents components, QueueLifecycle queues) {
		Feed feed = components.feed();
		queues.feeds().workOn(feed);
		return feed;
	}

}
