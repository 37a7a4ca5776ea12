package io.github.rediscomponents.autoconfigure.messaging;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.messaging.GroupChatSettings;
import io.github.rediscomponents.messaging.GroupChats;
import io.github.rediscomponents.messaging.MessagingMetrics;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of {@link GroupChats}.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.group-chat.enabled", matchIfMissing = true)
@EnableConfigurationProperties(GroupChatProperties.class)
@Import(MessagingMeters.class)
public final class GroupChatAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	GroupChats groupChats(RedisPort redis, KeySpace keys, ValueCodecs codecs, GroupChatProperties properties,
			PropertySettings settings, ObjectProvider<MessagingMetrics> metrics) {
		LiveSettings<GroupChatSettings> live = settings.live(GroupChatProperties.PREFIX, properties,
				GroupChatProperties.class, GroupChatProperties::toSettings);
		return GroupChats.create(redis, keys, codecs, live,
				Listeners.all(MessagingMetrics.class, MessagingMetrics.NONE, metrics.orderedStream()));
	}

}
