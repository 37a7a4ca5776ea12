// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.Map;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.core.env.Environment;

import io.github.rediscomponents.ComponentType;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autocomplete.RecentLists;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.counter.DayBitmap;
import io.github.rediscomponents.counter.UniqueCounter;
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
 * The properties of a component, used to explain why no bean of its type exists.
 *
 * @param prefix the prefix of the component
 * @param declarations the property that contains the declarations, or null if the
 * component is a single bean
 */
record MissingComponent(String prefix, @Nullable String declarations) {

	private static final Map<Class<?>, ComponentType<?>> SINGLE = Map.ofEntries(
			Map.entry(CacheClient.class, ComponentType.CACHE), Map.entry(DistributedLock.class, ComponentType.LOCK),
			Map.entry(DistributedSemaphore.class, ComponentType.SEMAPHORE), Map.entry(IdWorker.class, ComponentType.ID),
			Map.entry(RateLimiter.class, ComponentType.RATE_LIMIT),
			Map.entry(GroupChats.class, ComponentType.GROUP_CHAT), Map.entry(Mailboxes.class, ComponentType.MAILBOX),
			Map.entry(DayBitmap.class, ComponentType.DAY_BITMAP),
			Map.entry(UniqueCounter.class, ComponentType.UNIQUE_COUNTER), Map.entry(GeoIndex.class, ComponentType.GEO),
			Map.entry(FollowGraph.class, ComponentType.FOLLOW_GRAPH), Map.entry(Feed.class, ComponentType.FEED),
			Map.entry(Likes.class, ComponentType.RANKED_SET), Map.entry(RankedSets.class, ComponentType.RANKED_SET),
			Map.entry(TokenSessions.class, ComponentType.TOKEN_SESSION),
			Map.entry(OneTimeCodePurposes.class, ComponentType.ONE_TIME_CODE),
			Map.entry(LimitQueues.class, ComponentType.LIMIT_QUEUE),
			Map.entry(StreamQueues.class, ComponentType.STREAM_QUEUE),
			Map.entry(TaskQueues.class, ComponentType.TASK_QUEUE),
			Map.entry(DelayQueues.class, ComponentType.DELAY_QUEUE), Map.entry(Topics.class, ComponentType.TOPIC),
			Map.entry(PrefixIndexes.class, ComponentType.PREFIX_INDEX),
			Map.entry(RecentLists.class, ComponentType.RECENT_LIST),
			Map.entry(BloomFilters.class, ComponentType.BLOOM_FILTER));

	/**
	 * Returns the component of a type.
	 * @return null if the type is not a component
	 */
	static @Nullable MissingComponent of(Class<?> type) {
		for (DeclaredKind kind : DeclaredKind.values()) {
			if (kind.beanType() == type) {
				return new MissingComponent(kind.prefix(), kind.declarations());
			}
		}
		ComponentType<?> single = SINGLE.get(type);
		return (single != null) ? new MissingComponent(SpringComponentSource.prefix(single), null) : null;
	}

	/**
	 * Returns the property that disables the component.
	 * @return null if it is enabled
	 */
	@Nullable String disabledBy(Environment environment) {
		return Stream.of(RedisComponentsProperties.ENABLED, this.prefix + ".enabled")
			.filter((property) -> !environment.getProperty(property, Boolean.class, true))
			.findFirst()
			.orElse(null);
	}

}
