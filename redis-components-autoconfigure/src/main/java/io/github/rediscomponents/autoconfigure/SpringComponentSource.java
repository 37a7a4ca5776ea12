// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.ComponentSource;
import io.github.rediscomponents.ComponentType;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autoconfigure.autocomplete.PrefixIndexProperties;
import io.github.rediscomponents.autoconfigure.autocomplete.RecentListProperties;
import io.github.rediscomponents.autoconfigure.cache.CacheProperties;
import io.github.rediscomponents.autoconfigure.counter.DayBitmapProperties;
import io.github.rediscomponents.autoconfigure.counter.UniqueCounterProperties;
import io.github.rediscomponents.autoconfigure.counter.ViewCounterProperties;
import io.github.rediscomponents.autoconfigure.filter.BloomFilterProperties;
import io.github.rediscomponents.autoconfigure.geo.GeoProperties;
import io.github.rediscomponents.autoconfigure.id.IdProperties;
import io.github.rediscomponents.autoconfigure.limit.LimitQueueProperties;
import io.github.rediscomponents.autoconfigure.lock.LockProperties;
import io.github.rediscomponents.autoconfigure.messaging.GroupChatProperties;
import io.github.rediscomponents.autoconfigure.messaging.MailboxProperties;
import io.github.rediscomponents.autoconfigure.queue.DelayQueueProperties;
import io.github.rediscomponents.autoconfigure.queue.StreamQueueProperties;
import io.github.rediscomponents.autoconfigure.queue.TaskQueueProperties;
import io.github.rediscomponents.autoconfigure.ranking.RankedSetProperties;
import io.github.rediscomponents.autoconfigure.ratelimit.RateLimitProperties;
import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.semaphore.SemaphoreProperties;
import io.github.rediscomponents.autoconfigure.session.OneTimeCodeProperties;
import io.github.rediscomponents.autoconfigure.session.TokenSessionProperties;
import io.github.rediscomponents.autoconfigure.social.FeedProperties;
import io.github.rediscomponents.autoconfigure.social.FollowGraphProperties;
import io.github.rediscomponents.autoconfigure.topic.TopicProperties;
import io.github.rediscomponents.codec.ValueCodecs;

/**
 * Supplies components with beans and properties. Each component is a bean, so it is
 * created once.
 */
final class SpringComponentSource implements ComponentSource {

	private final BeanFactory beans;

	private final PropertySettings settings;

	private final Supplier<@Nullable Servers> servers;

	/**
	 * Creates a source.
	 * @param beans the beans of the application
	 * @param settings the properties
	 * @param servers returns the servers if there are several, else null
	 */
	SpringComponentSource(BeanFactory beans, PropertySettings settings, Supplier<@Nullable Servers> servers) {
		this.beans = beans;
		this.settings = settings;
		this.servers = servers;
	}

	static String prefix(ComponentType<?> type) {
		return "redis-components." + type.name();
	}

	/**
	 * Returns the properties of all components by their prefixes.
	 */
	static Map<String, Class<? extends ComponentProperties<?>>> properties() {
		return Known.PROPERTIES.entrySet()
			.stream()
			.collect(Collectors.toMap((known) -> prefix(known.getKey()), Map.Entry::getValue));
	}

	@Override
	public RedisPort redis() {
		return this.beans.getBean(RedisPort.class);
	}

	@Override
	public KeySpace keys() {
		return this.beans.getBean(KeySpace.class);
	}

	@Override
	public Background background() {
		return this.beans.getBean(Background.class);
	}

	@Override
	public ValueCodecs codecs() {
		return this.beans.getBean(ValueCodecs.class);
	}

	@Override
	@SuppressWarnings("unchecked") // PROPERTIES maps each type to its properties.
	public <S> LiveSettings<S> settings(ComponentType<S> type) {
		String prefix = prefix(type);
		Class<? extends ComponentProperties<S>> properties = (Class<? extends ComponentProperties<S>>) Known.PROPERTIES
			.get(type);
		return (properties != null && this.settings.isEnabled(prefix)) ? this.settings.live(prefix, properties)
				: new LiveSettings<>(type.defaults());
	}

	@Override
	public <O> Stream<O> observers(Class<O> type) {
		return this.beans.getBeanProvider(type).orderedStream();
	}

	@Override
	public <C> C component(Class<C> type, Supplier<C> maker) {
		Servers several = this.servers.get();
		return (several != null) ? several.placed(type) : maker.get();
	}

	@Override
	public <C> C needed(Class<C> type, Supplier<C> maker) {
		return this.beans.getBeanProvider(type).getIfAvailable(maker);
	}

	/** A separate class, so that the types are loaded only if one is needed. */
	private static final class Known {

		/** The properties of each component. */
		static final Map<ComponentType<?>, Class<? extends ComponentProperties<?>>> PROPERTIES = Map.ofEntries(
				of(ComponentType.CACHE, CacheProperties.class), of(ComponentType.LOCK, LockProperties.class),
				of(ComponentType.SEMAPHORE, SemaphoreProperties.class),
				of(ComponentType.RATE_LIMIT, RateLimitProperties.class), of(ComponentType.ID, IdProperties.class),
				of(ComponentType.LIMIT_QUEUE, LimitQueueProperties.class),
				of(ComponentType.STREAM_QUEUE, StreamQueueProperties.class),
				of(ComponentType.TASK_QUEUE, TaskQueueProperties.class),
				of(ComponentType.DELAY_QUEUE, DelayQueueProperties.class),
				of(ComponentType.TOPIC, TopicProperties.class), of(ComponentType.GROUP_CHAT, GroupChatProperties.class),
				of(ComponentType.MAILBOX, MailboxProperties.class),
				of(ComponentType.PREFIX_INDEX, PrefixIndexProperties.class),
				of(ComponentType.RECENT_LIST, RecentListProperties.class),
				of(ComponentType.BLOOM_FILTER, BloomFilterProperties.class),
				of(ComponentType.DAY_BITMAP, DayBitmapProperties.class),
				of(ComponentType.UNIQUE_COUNTER, UniqueCounterProperties.class),
				of(ComponentType.VIEW_COUNTER, ViewCounterProperties.class), of(ComponentType.GEO, GeoProperties.class),
				of(ComponentType.RANKED_SET, RankedSetProperties.class),
				of(ComponentType.FOLLOW_GRAPH, FollowGraphProperties.class),
				of(ComponentType.FEED, FeedProperties.class),
				of(ComponentType.TOKEN_SESSION, TokenSessionProperties.class),
				of(ComponentType.ONE_TIME_CODE, OneTimeCodeProperties.class));

		private static <S> Map.Entry<ComponentType<S>, Class<? extends ComponentProperties<S>>> of(
				ComponentType<S> type, Class<? extends ComponentProperties<S>> properties) {
			return Map.entry(type, properties);
		}

	}

}
