package io.github.rediscomponents.autoconfigure.social;

import java.util.List;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.util.function.SingletonSupplier;

import io.github.rediscomponents.OperationObserver;
import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.social.FollowGraphSettings;
import io.github.rediscomponents.social.FollowListener;
import io.github.rediscomponents.social.SocialMetrics;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of a {@link FollowGraph}, which tells every {@link FollowListener}.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.follow-graph.enabled", matchIfMissing = true)
@EnableConfigurationProperties(FollowGraphProperties.class)
@Import(SocialMeters.class)
public final class FollowGraphAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	FollowGraph followGraph(RedisPort redis, KeySpace keys, FollowGraphProperties properties, PropertySettings settings,
			ObjectProvider<FollowListener> listeners, ObjectProvider<SocialMetrics> metrics,
			ObjectProvider<OperationObserver> observers) {
		LiveSettings<FollowGraphSettings> live = settings.live(FollowGraphProperties.PREFIX, properties,
				FollowGraphProperties.class, FollowGraphProperties::toSettings);
		// Asked for when first needed: a listener may need this bean.
		SingletonSupplier<List<FollowListener>> all = SingletonSupplier.of(() -> listeners.orderedStream().toList());
		return FollowGraph.create(
				redis.observed("follow-graph",
						Listeners.all(OperationObserver.class, OperationObserver.NONE, observers.orderedStream())),
				keys, live, all::obtain,
				Listeners.all(SocialMetrics.class, SocialMetrics.NONE, metrics.orderedStream()));
	}

}
