// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
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
@Lazy
@Import({ DeclaredBeans.class, PolicyCheck.class, ServerBeans.class })
public final class ComponentsAutoConfiguration {

	private final RedisComponents components;

	/** The application may have further ones, such as those of another Redis. */
	ComponentsAutoConfiguration(@Qualifier("redisComponents") RedisComponents components) {
		this.components = components;
	}

	@Bean
	@ConditionalOnComponent("cache")
	CacheClient cacheClient() {
		return this.components.caches();
	}

	@Bean
	@ConditionalOnComponent("lock")
	DistributedLock distributedLock(PropertySettings settings, BeanFactory beans) {
		return (settings.properties(LockProperties.PREFIX, LockProperties.class).engine() == LockEngine.REDISSON)
				? RedissonEngine.locks(new SpringComponentSource(beans, settings, () -> null), beans)
				: this.components.locks();
	}

	@Bean
	@ConditionalOnComponent("semaphore")
	DistributedSemaphore distributedSemaphore() {
		return this.components.semaphores();
	}

	@Bean
	@ConditionalOnComponent("rate-limit")
	RateLimiter rateLimiter() {
		return this.components.rateLimiter();
	}

	@Bean
	@ConditionalOnComponent("id")
	IdWorker idWorker() {
		return this.components.ids();
	}

	@Bean
	@ConditionalOnComponent("limit-queue")
	LimitQueues limitQueues() {
		return this.components.limitQueues();
	}

	@Bean
	@ConditionalOnComponent("stream-queue")
	StreamQueues streamQueues() {
		return this.components.streamQueues();
	}

	@Bean
	@ConditionalOnComponent("task-queue")
	TaskQueues taskQueues() {
		return this.components.taskQueues();
	}

	@Bean
	@ConditionalOnComponent("delay-queue")
	DelayQueues delayQueues() {
		return this.components.delayQueues();
	}

	@Bean
	@ConditionalOnComponent("topic")
	Topics topics() {
		return this.components.topics();
	}

	@Bean
	@ConditionalOnComponent("group-chat")
	GroupChats groupChats() {
		return this.components.groupChats();
	}

	@Bean
	@ConditionalOnComponent("mailbox")
	Mailboxes mailboxes() {
		return this.components.mailboxes();
	}

	@Bean
	@ConditionalOnComponent("prefix-index")
	PrefixIndexes prefixIndexes() {
		return this.components.prefixIndexes();
	}

	@Bean
	@ConditionalOnComponent("recent-list")
	RecentLists recentLists() {
		return this.components.recentLists();
	}

	@Bean
	@ConditionalOnComponent("bloom-filter")
	BloomFilters bloomFilters() {
		return this.components.bloomFilters();
	}

	@Bean
	@ConditionalOnComponent("day-bitmap")
	DayBitmap dayBitmap() {
		return this.components.dayBitmap();
	}

	@Bean
	@ConditionalOnComponent("unique-counter")
	UniqueCounter uniqueCounter() {
		return this.components.uniqueCounter();
	}

	@Bean(destroyMethod = "")
	@ConditionalOnComponent("view-counter")
	ViewCounter viewCounter() {
		return this.components.viewCounter();
	}

	@Bean
	@ConditionalOnComponent("geo")
	GeoIndex geoIndex() {
		return this.components.geoIndex();
	}

	@Bean
	@ConditionalOnComponent("ranked-set")
	RankedSets rankedSets() {
		return this.components.rankedSets();
	}

	@Bean
	@ConditionalOnComponent("ranked-set")
	Likes likes() {
		return this.components.likes();
	}

	@Bean
	@ConditionalOnComponent("follow-graph")
	FollowGraph followGraph() {
		return this.components.followGraph();
	}

	@Bean
	@ConditionalOnComponent("token-session")
	TokenSessions tokenSessions() {
		return this.components.tokenSessions();
	}

	@Bean
	@ConditionalOnComponent("one-time-code")
	OneTimeCodePurposes oneTimeCodePurposes() {
		return this.components.oneTimeCodes();
	}

	@Bean
	@ConditionalOnComponent("feed")
	@ConditionalOnBean(TaskQueues.class)
	Feed feed(QueueLifecycle queues) {
		Feed feed = this.components.feed();
		queues.feeds().workOn(feed);
		return feed;
	}

}
