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
import io.github.rediscomponents.messaging.MailboxSettings;
import io.github.rediscomponents.messaging.Mailboxes;
import io.github.rediscomponents.messaging.MessagingMetrics;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of {@link Mailboxes}.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.mailbox.enabled", matchIfMissing = true)
@EnableConfigurationProperties(MailboxProperties.class)
@Import(MessagingMeters.class)
public final class MailboxAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	Mailboxes mailboxes(RedisPort redis, KeySpace keys, ValueCodecs codecs, MailboxProperties properties,
			PropertySettings settings, ObjectProvider<MessagingMetrics> metrics) {
		LiveSettings<MailboxSettings> live = settings.live(MailboxProperties.PREFIX, properties,
				MailboxProperties.class, MailboxProperties::toSettings);
		return Mailboxes.create(redis, keys, codecs, live,
				Listeners.all(MessagingMetrics.class, MessagingMetrics.NONE, metrics.orderedStream()));
	}

}
