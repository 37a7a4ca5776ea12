package io.github.rediscomponents.autoconfigure.social;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;

import io.github.rediscomponents.OperationObserver;
import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.queue.TaskQueueAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.queue.TaskQueues;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FeedSettings;
import io.github.rediscomponents.social.SocialMetrics;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of a {@link Feed}, and of its workers in this process. Both are made
 * when the feed is first asked for, so that who has none pays for none.
 */
@AutoConfiguration(after = { RedisComponentsAutoConfiguration.class, TaskQueueAutoConfiguration.class },
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnBean({ RedisPort.class, TaskQueues.class })
@ConditionalOnBooleanProperty(name = "redis-components.feed.enabled", matchIfMissing = true)
@EnableConfigurationProperties(FeedProperties.class)
@Import(SocialMeters.class)
public final class FeedAutoConfiguration {

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	Feed feed(RedisPort redis, KeySpace keys, TaskQueues queues, LiveSettings<FeedSettings> feedSettings,
			ObjectProvider<SocialMetrics> metrics, ObjectProvider<OperationObserver> observers, FeedWorkers workers) {
		Feed feed = Feed.create(
				redis.observed("feed",
						Listeners.all(OperationObserver.class, OperationObserver.NONE, observers.orderedStream())),
				keys, queues, feedSettings,
				Listeners.all(SocialMetrics.class, SocialMetrics.NONE, metrics.orderedStream()));
		workers.workOn(feed);
		return feed;
	}

	@Bean
	FeedWorkers redisComponentsFeedWorkers(FeedProperties properties) {
		return new FeedWorkers(PropertySettings.checked(FeedProperties.PREFIX, properties::toWorkers));
	}

	/** Bound at the start, so that bad values stop it although the feed is made later. */
	@Bean
	LiveSettings<FeedSettings> redisComponentsFeedSettings(FeedProperties properties, PropertySettings settings) {
		settings.restartOnly(FeedProperties.PREFIX + ".workers");
		return settings.live(FeedProperties.PREFIX, properties, FeedProperties.class, FeedProperties::toSettings);
	}

}
