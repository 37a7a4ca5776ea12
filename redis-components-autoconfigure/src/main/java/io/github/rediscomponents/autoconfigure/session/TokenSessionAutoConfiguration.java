package io.github.rediscomponents.autoconfigure.session;

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
import io.github.rediscomponents.session.SessionMetrics;
import io.github.rediscomponents.session.TokenSessionSettings;
import io.github.rediscomponents.session.TokenSessions;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of {@link TokenSessions}.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.token-session.enabled", matchIfMissing = true)
@EnableConfigurationProperties(TokenSessionProperties.class)
@Import(SessionMeters.class)
public final class TokenSessionAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	TokenSessions tokenSessions(RedisPort redis, KeySpace keys, TokenSessionProperties properties,
			PropertySettings settings, ObjectProvider<SessionMetrics> metrics,
			ObjectProvider<OperationObserver> observers) {
		LiveSettings<TokenSessionSettings> live = settings.live(TokenSessionProperties.PREFIX, properties,
				TokenSessionProperties.class, TokenSessionProperties::toSettings);
		return TokenSessions.create(
				redis.observed("token-session",
						Listeners.all(OperationObserver.class, OperationObserver.NONE, observers.orderedStream())),
				keys, live, Listeners.all(SessionMetrics.class, SessionMetrics.NONE, metrics.orderedStream()));
	}

}
