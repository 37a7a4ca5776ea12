// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.check;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.RedisComponentsProperties;
import io.github.rediscomponents.autoconfigure.annotation.AnnotationsProperties;
import io.github.rediscomponents.autoconfigure.aot.RunRegistrar;
import io.github.rediscomponents.autoconfigure.autocomplete.PrefixIndexProperties;
import io.github.rediscomponents.autoconfigure.autocomplete.RecentListProperties;
import io.github.rediscomponents.autoconfigure.cache.CacheProperties;
import io.github.rediscomponents.autoconfigure.console.ConsoleProperties;
import io.github.rediscomponents.autoconfigure.counter.DayBitmapProperties;
import io.github.rediscomponents.autoconfigure.counter.UniqueCounterProperties;
import io.github.rediscomponents.autoconfigure.counter.ViewCounterProperties;
import io.github.rediscomponents.autoconfigure.filter.BloomFilterProperties;
import io.github.rediscomponents.autoconfigure.geo.GeoProperties;
import io.github.rediscomponents.autoconfigure.http.HttpRateLimitProperties;
import io.github.rediscomponents.autoconfigure.id.IdProperties;
import io.github.rediscomponents.autoconfigure.limit.LimitQueueProperties;
import io.github.rediscomponents.autoconfigure.lock.LockProperties;
import io.github.rediscomponents.autoconfigure.messaging.GroupChatProperties;
import io.github.rediscomponents.autoconfigure.messaging.MailboxProperties;
import io.github.rediscomponents.autoconfigure.queue.DelayQueueProperties;
import io.github.rediscomponents.autoconfigure.queue.QueueListenerProperties;
import io.github.rediscomponents.autoconfigure.queue.StreamQueueProperties;
import io.github.rediscomponents.autoconfigure.queue.TaskQueueProperties;
import io.github.rediscomponents.autoconfigure.ranking.RankedSetProperties;
import io.github.rediscomponents.autoconfigure.ratelimit.RateLimitProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.semaphore.SemaphoreProperties;
import io.github.rediscomponents.autoconfigure.session.OneTimeCodeProperties;
import io.github.rediscomponents.autoconfigure.session.TokenSessionProperties;
import io.github.rediscomponents.autoconfigure.social.FeedProperties;
import io.github.rediscomponents.autoconfigure.social.FollowGraphProperties;
import io.github.rediscomponents.autoconfigure.topic.TopicProperties;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of the check of all properties, including those of unused
 * components.
 *
 * @since 1.0.0
 */
@AutoConfiguration(before = RedisComponentsAutoConfiguration.class)
@Import(PropertyTreeAutoConfiguration.AtStart.class)
public final class PropertyTreeAutoConfiguration {

	@Bean
	PropertySettings redisComponentsPropertySettings(Environment environment, BeanFactory beans) {
		PropertySettings settings = new PropertySettings(environment, beans);
		settings.add(() -> Map.of("redis-components.annotations", AnnotationsProperties.class,
				"redis-components.queue-listener", QueueListenerProperties.class, ConsoleProperties.PREFIX,
				ConsoleProperties.class));
		settings.switchedAtStart(() -> Known.switches());
		settings.checkAtRefresh(() -> Known.TREE.check(environment));
		settings.checkAtRefresh(() -> EmbeddedRedis.check(environment));
		settings.restartOnly(() -> EmbeddedRedis.written(environment));
		return settings;
	}

	/**
	 * Checks the properties before any bean is created, so that the first failure names
	 * the property.
	 */
	record AtStart(Environment environment) implements RunRegistrar {

		@Override
		public void register(BeanDefinitionRegistry registry) {
			if (PropertySettings.isSet(this.environment, "redis-components")) {
				Known.TREE.check(this.environment);
				EmbeddedRedis.check(this.environment);
			}
		}

	}

	/** A separate class, so that the types are loaded only if a property is set. */
	static final class Known {

		static final List<Class<?>> TYPES = List.of(RedisComponentsProperties.class, AnnotationsProperties.class,
				PrefixIndexProperties.class, RecentListProperties.class, CacheProperties.class,
				DayBitmapProperties.class, UniqueCounterProperties.class, ViewCounterProperties.class,
				BloomFilterProperties.class, GeoProperties.class, HttpRateLimitProperties.class, IdProperties.class,
				LockProperties.class, GroupChatProperties.class, MailboxProperties.class, DelayQueueProperties.class,
				LimitQueueProperties.class, QueueListenerProperties.class, StreamQueueProperties.class,
				TaskQueueProperties.class, RateLimitProperties.class, SemaphoreProperties.class,
				OneTimeCodeProperties.class, TokenSessionProperties.class, FeedProperties.class,
				FollowGraphProperties.class, RankedSetProperties.class, TopicProperties.class, ConsoleProperties.class);

		static final PropertyTree TREE = new PropertyTree(TYPES,
				// The second has options of the builds of this project.
				Map.of(EmbeddedRedis.PREFIX, EmbeddedRedis.PROPERTIES, "redis-components.test", List.of()));

		/** Returns whether what each class describes is on while nothing is set. */
		static Map<String, Boolean> switches() {
			return TYPES.stream()
				.map((type) -> PropertyTree.prefix(type).toString())
				.collect(Collectors.toMap((prefix) -> prefix + ".enabled",
						(prefix) -> !prefix.equals(ConsoleProperties.PREFIX)));
		}

	}

}
