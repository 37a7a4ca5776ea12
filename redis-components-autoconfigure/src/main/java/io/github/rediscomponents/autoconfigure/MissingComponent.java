package io.github.rediscomponents.autoconfigure;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The types of the components by the properties of their rooms, for explaining why there
 * is no bean of such a type. By name, because this is read when something is missing.
 *
 * @param room the last part of the room's prefix
 * @param declarations the property of the room below which instances are declared, or
 * null where there is one bean
 */
record MissingComponent(String room, @Nullable String declarations) {

	private static final String PACKAGE = "io.github.rediscomponents.";

	private static final Map<String, MissingComponent> BY_TYPE = Map.ofEntries(one("cache.CacheClient", "cache"),
			one("lock.DistributedLock", "lock"), one("lock.DistributedSemaphore", "semaphore"),
			one("id.IdWorker", "id"), one("ratelimit.RateLimiter", "rate-limit"),
			one("messaging.GroupChats", "group-chat"), one("messaging.Mailboxes", "mailbox"),
			one("counter.DayBitmap", "day-bitmap"), one("counter.UniqueCounter", "unique-counter"),
			one("geo.GeoIndex", "geo"), one("social.FollowGraph", "follow-graph"), one("social.Feed", "feed"),
			one("social.Likes", "ranked-set"), one("social.RankedSets", "ranked-set"),
			one("session.TokenSessions", "token-session"), one("session.OneTimeCodePurposes", "one-time-code"),
			one("limit.LimitQueues", "limit-queue"), one("queue.StreamQueues", "stream-queue"),
			one("queue.TaskQueues", "task-queue"), one("queue.DelayQueues", "delay-queue"),
			one("topic.Topics", "topic"), one("autocomplete.PrefixIndexes", "prefix-index"),
			one("autocomplete.RecentLists", "recent-list"), one("filter.BloomFilters", "bloom-filter"),
			declared("limit.LimitQueue", "limit-queue", "queues"),
			declared("queue.StreamQueue", "stream-queue", "queues"),
			declared("queue.TaskQueue", "task-queue", "queues"), declared("queue.DelayQueue", "delay-queue", "queues"),
			declared("topic.Topic", "topic", "topics"), declared("autocomplete.PrefixIndex", "prefix-index", "indexes"),
			declared("autocomplete.RecentList", "recent-list", "lists"),
			declared("filter.BloomFilter", "bloom-filter", "filters"),
			declared("social.RankedSet", "ranked-set", "sets"),
			declared("session.OneTimeCodes", "one-time-code", "purposes"));

	/**
	 * The component of a type.
	 * @return null if it is none of ours
	 */
	static @Nullable MissingComponent of(Class<?> type) {
		return BY_TYPE.get(type.getName());
	}

	/**
	 * The property that switches the room off.
	 */
	String enabled() {
		return "redis-components." + this.room + ".enabled";
	}

	private static Map.Entry<String, MissingComponent> one(String type, String room) {
		return Map.entry(PACKAGE + type, new MissingComponent(room, null));
	}

	private static Map.Entry<String, MissingComponent> declared(String type, String room, String declarations) {
		return Map.entry(PACKAGE + type, new MissingComponent(room, "redis-components." + room + "." + declarations));
	}

}
