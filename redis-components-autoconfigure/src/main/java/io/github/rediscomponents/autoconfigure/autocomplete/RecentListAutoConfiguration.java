package io.github.rediscomponents.autoconfigure.autocomplete;

import java.util.Map;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import io.github.rediscomponents.OperationObserver;
import io.github.rediscomponents.autocomplete.RecentListSettings;
import io.github.rediscomponents.autocomplete.RecentLists;
import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of {@link RecentLists}, and of one bean for each declared list.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class)
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.recent-list.enabled", matchIfMissing = true)
@EnableConfigurationProperties(RecentListProperties.class)
@Import(RecentListRegistrar.class)
public final class RecentListAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	RecentLists recentLists(RedisPort redis, KeySpace keys, RecentListProperties properties, PropertySettings settings,
			ObjectProvider<OperationObserver> observers) {
		LiveSettings<Map<String, RecentListSettings>> live = settings.live(RecentListProperties.PREFIX, properties,
				RecentListProperties.class, RecentListProperties::toSettings);
		return RecentLists.create(
				redis.observed("recent-list",
						Listeners.all(OperationObserver.class, OperationObserver.NONE, observers.orderedStream())),
				keys, live);
	}

	@Bean
	RecentListFactory recentListFactory(RecentLists lists) {
		return new RecentListFactory(lists);
	}

}
