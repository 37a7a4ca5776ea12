package io.github.rediscomponents.autoconfigure.social;

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
import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.social.Likes;
import io.github.rediscomponents.social.RankedSetSettings;
import io.github.rediscomponents.social.RankedSets;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of {@link Likes} and {@link RankedSets}, and of one bean for each
 * declared set.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class)
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.ranked-set.enabled", matchIfMissing = true)
@EnableConfigurationProperties(RankedSetProperties.class)
@Import(RankedSetRegistrar.class)
public final class RankedSetAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	Likes likes(RedisPort redis, KeySpace keys, ObjectProvider<OperationObserver> observers) {
		return Likes.create(
				redis.observed("likes",
						Listeners.all(OperationObserver.class, OperationObserver.NONE, observers.orderedStream())),
				keys);
	}

	@Bean
	@ConditionalOnMissingBean
	RankedSets rankedSets(RedisPort redis, KeySpace keys, RankedSetProperties properties, PropertySettings settings,
			ObjectProvider<OperationObserver> observers) {
		LiveSettings<Map<String, RankedSetSettings>> live = settings.live(RankedSetProperties.PREFIX, properties,
				RankedSetProperties.class, RankedSetProperties::toSettings);
		properties.sets()
			.keySet()
			.forEach((name) -> settings.restartOnly(RankedSetProperties.PREFIX + ".sets." + name + ".order"));
		return RankedSets.create(
				redis.observed("ranked-set",
						Listeners.all(OperationObserver.class, OperationObserver.NONE, observers.orderedStream())),
				keys, live);
	}

	@Bean
	RankedSetView rankedSetView(RankedSets sets) {
		return new RankedSetView(sets);
	}

	@Bean
	RankedSetFactory rankedSetFactory(RankedSets sets) {
		return new RankedSetFactory(sets);
	}

}
