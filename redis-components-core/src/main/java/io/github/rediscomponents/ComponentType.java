// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.Map;
import java.util.function.Supplier;

import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autocomplete.RecentListSettings;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.counter.DayBitmapSettings;
import io.github.rediscomponents.counter.UniqueCounterSettings;
import io.github.rediscomponents.counter.ViewCounterSettings;
import io.github.rediscomponents.filter.BloomFilterSettings;
import io.github.rediscomponents.geo.GeoSettings;
import io.github.rediscomponents.id.IdSettings;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.lock.LockSettings;
import io.github.rediscomponents.messaging.GroupChatSettings;
import io.github.rediscomponents.messaging.MailboxSettings;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.ranking.RankedSetSettings;
import io.github.rediscomponents.ratelimit.RateLimitSettings;
import io.github.rediscomponents.semaphore.SemaphoreSettings;
import io.github.rediscomponents.session.OneTimeCodeSettings;
import io.github.rediscomponents.session.TokenSessionSettings;
import io.github.rediscomponents.social.FeedSettings;
import io.github.rediscomponents.social.FollowGraphSettings;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.topic.TopicRegistrySettings;

/**
 * Names a component and the type of its settings. Components with named instances have
 * the settings of each instance by its name.
 *
 * @param <S> the settings
 * @since 1.0.0
 */
public final class ComponentType<S> {

	public static final ComponentType<CacheRegistrySettings> CACHE = of("cache", CacheRegistrySettings::defaults);

	public static final ComponentType<LockSettings> LOCK = of("lock", LockSettings::defaults);

	public static final ComponentType<SemaphoreSettings> SEMAPHORE = of("semaphore", SemaphoreSettings::defaults);

	public static final ComponentType<RateLimitSettings> RATE_LIMIT = of("rate-limit", RateLimitSettings::defaults);

	public static final ComponentType<IdSettings> ID = of("id", IdSettings::defaults);

	public static final ComponentType<Map<String, LimitQueueSettings>> LIMIT_QUEUE = named("limit-queue");

	public static final ComponentType<Map<String, WorkQueueSettings>> STREAM_QUEUE = named("stream-queue");

	public static final ComponentType<Map<String, WorkQueueSettings>> TASK_QUEUE = named("task-queue");

	public static final ComponentType<Map<String, WorkQueueSettings>> DELAY_QUEUE = named("delay-queue");

	public static final ComponentType<TopicRegistrySettings> TOPIC = of("topic", TopicRegistrySettings::defaults);

	public static final ComponentType<GroupChatSettings> GROUP_CHAT = of("group-chat", GroupChatSettings::defaults);

	public static final ComponentType<MailboxSettings> MAILBOX = of("mailbox", MailboxSettings::defaults);

	public static final ComponentType<Map<String, PrefixIndexSettings>> PREFIX_INDEX = named("prefix-index");

	public static final ComponentType<Map<String, RecentListSettings>> RECENT_LIST = named("recent-list");

	public static final ComponentType<Map<String, BloomFilterSettings>> BLOOM_FILTER = named("bloom-filter");

	public static final ComponentType<DayBitmapSettings> DAY_BITMAP = of("day-bitmap", DayBitmapSettings::defaults);

	public static final ComponentType<UniqueCounterSettings> UNIQUE_COUNTER = of("unique-counter",
			UniqueCounterSettings::defaults);

	public static final ComponentType<ViewCounterSettings> VIEW_COUNTER = of("view-counter",
			ViewCounterSettings::defaults);

	public static final ComponentType<GeoSettings> GEO = of("geo", GeoSettings::defaults);

	public static final ComponentType<Map<String, RankedSetSettings>> RANKED_SET = named("ranked-set");

	public static final ComponentType<FollowGraphSettings> FOLLOW_GRAPH = of("follow-graph",
			FollowGraphSettings::defaults);

	public static final ComponentType<FeedSettings> FEED = of("feed", FeedSettings::defaults);

	public static final ComponentType<TokenSessionSettings> TOKEN_SESSION = of("token-session",
			TokenSessionSettings::defaults);

	public static final ComponentType<Map<String, OneTimeCodeSettings>> ONE_TIME_CODE = named("one-time-code");

	private final String name;

	private final Supplier<S> defaults;

	private ComponentType(String name, Supplier<S> defaults) {
		this.name = name;
		this.defaults = defaults;
	}

	private static <S> ComponentType<S> of(String name, Supplier<S> defaults) {
		return new ComponentType<>(name, Checks.notNull("defaults", defaults));
	}

	private static <S> ComponentType<Map<String, S>> named(String name) {
		return new ComponentType<>(name, Map::of);
	}

	/**
	 * Returns the name of the component in properties and meters.
	 * @return lower case with dashes, such as {@code rate-limit}
	 */
	public String name() {
		return this.name;
	}

	/**
	 * Returns the settings that hold if nothing is set.
	 * @return the default settings; no instances where the component has named ones
	 */
	public S defaults() {
		return this.defaults.get();
	}

	@Override
	public String toString() {
		return this.name;
	}

}
