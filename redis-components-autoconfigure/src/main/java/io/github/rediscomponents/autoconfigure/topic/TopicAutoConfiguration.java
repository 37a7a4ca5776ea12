package io.github.rediscomponents.autoconfigure.topic;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.TypedBeanFactory;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.TopicObserver;
import io.github.rediscomponents.topic.TopicRegistrySettings;
import io.github.rediscomponents.topic.Topics;

/**
 * Auto-configuration of {@link Topics}, and of one bean for each declared topic.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.topic.enabled", matchIfMissing = true)
@EnableConfigurationProperties(TopicProperties.class)
@Import({ TopicMeters.class, TopicRegistrar.class })
public final class TopicAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	Topics topics(RedisPort redis, KeySpace keys, ValueCodecs codecs, TopicProperties properties,
			PropertySettings settings, Background background, ObjectProvider<TopicObserver> observers) {
		LiveSettings<TopicRegistrySettings> live = settings.live(TopicProperties.PREFIX, properties,
				TopicProperties.class, TopicProperties::toSettings);
		return Topics.create(redis, keys, codecs, live, background,
				Listeners.all(TopicObserver.class, TopicObserver.NONE, observers.orderedStream()));
	}

	@Bean
	TypedBeanFactory topicFactory(Topics topics) {
		return new TypedBeanFactory(TopicProperties.PREFIX + ".topics", Topic.class, topics::topic);
	}

}
