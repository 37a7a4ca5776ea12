// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.ComponentType;
import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autocomplete.RecentLists;
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
 * A component that is injected by its type.
 *
 * @param type the type
 * @param component the component whose properties apply
 * @param instances the property with the declared instances, relative to the prefix of
 * the component; null if it has none
 * @param of returns the object of a server
 * @param <C> the type
 */
record ComponentBean<C>(Class<C> type, ComponentType<?> component, @Nullable String instances,
		Function<RedisComponents, C> of) {

	/** All components. */
	static final List<ComponentBean<?>> ALL = List.of(
			new ComponentBean<>(CacheClient.class, ComponentType.CACHE, "caches", RedisComponents::caches),
			new ComponentBean<>(DistributedLock.class, ComponentType.LOCK, null, RedisComponents::locks),
			new ComponentBean<>(DistributedSemaphore.class, ComponentType.SEMAPHORE, "semaphores",
					RedisComponents::semaphores),
			new ComponentBean<>(RateLimiter.class, ComponentType.RATE_LIMIT, "policies", RedisComponents::rateLimiter),
			new ComponentBean<>(IdWorker.class, ComponentType.ID, null, RedisComponents::ids),
			new ComponentBean<>(LimitQueues.class, ComponentType.LIMIT_QUEUE, "queues", RedisComponents::limitQueues),
			new ComponentBean<>(StreamQueues.class, ComponentType.STREAM_QUEUE, "queues",
					RedisComponents::streamQueues),
			new ComponentBean<>(TaskQueues.class, ComponentType.TASK_QUEUE, "queues", RedisComponents::taskQueues),
			new ComponentBean<>(DelayQueues.class, ComponentType.DELAY_QUEUE, "queues", RedisComponents::delayQueues),
			new ComponentBean<>(Topics.class, ComponentType.TOPIC, "topics", RedisComponents::topics),
			new ComponentBean<>(GroupChats.class, ComponentType.GROUP_CHAT, null, RedisComponents::groupChats),
			new ComponentBean<>(Mailboxes.class, ComponentType.MAILBOX, null, RedisComponents::mailboxes),
			new ComponentBean<>(PrefixIndexes.class, ComponentType.PREFIX_INDEX, "indexes",
					RedisComponents::prefixIndexes),
			new ComponentBean<>(RecentLists.class, ComponentType.RECENT_LIST, "lists", RedisComponents::recentLists),
			new ComponentBean<>(BloomFilters.class, ComponentType.BLOOM_FILTER, "filters",
					RedisComponents::bloomFilters),
			new ComponentBean<>(DayBitmap.class, ComponentType.DAY_BITMAP, null, RedisComponents::dayBitmap),
			new ComponentBean<>(UniqueCounter.class, ComponentType.UNIQUE_COUNTER, null,
					RedisComponents::uniqueCounter),
			new ComponentBean<>(ViewCounter.class, ComponentType.VIEW_COUNTER, null, RedisComponents::viewCounter),
			new ComponentBean<>(GeoIndex.class, ComponentType.GEO, null, RedisComponents::geoIndex),
			new ComponentBean<>(RankedSets.class, ComponentType.RANKED_SET, "sets", RedisComponents::rankedSets),
			new ComponentBean<>(Likes.class, ComponentType.RANKED_SET, null, RedisComponents::likes),
			new ComponentBean<>(FollowGraph.class, ComponentType.FOLLOW_GRAPH, null, RedisComponents::followGraph),
			new ComponentBean<>(Feed.class, ComponentType.FEED, null, RedisComponents::feed),
			new ComponentBean<>(TokenSessions.class, ComponentType.TOKEN_SESSION, null, RedisComponents::tokenSessions),
			new ComponentBean<>(OneTimeCodePurposes.class, ComponentType.ONE_TIME_CODE, "purposes",
					RedisComponents::oneTimeCodes));

	private static final Map<Class<?>, ComponentBean<?>> BY_TYPE = ALL.stream()
		.collect(Collectors.toMap(ComponentBean::type, Function.identity()));

	/**
	 * Returns the component of a type.
	 * @return null if the type is not a component
	 */
	@SuppressWarnings("unchecked") // The key is the type.
	static <C> @Nullable ComponentBean<C> of(Class<C> type) {
		return (ComponentBean<C>) BY_TYPE.get(type);
	}

	/** Returns the prefix of the properties. */
	String prefix() {
		return SpringComponentSource.prefix(this.component);
	}

	/**
	 * Returns the object of a server.
	 * @param components the components of the server
	 */
	C from(RedisComponents components) {
		return this.of.apply(components);
	}

}
