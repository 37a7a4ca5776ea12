package io.github.rediscomponents.autoconfigure.session;

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
import io.github.rediscomponents.session.OneTimeCodePurposes;
import io.github.rediscomponents.session.OneTimeCodeSettings;
import io.github.rediscomponents.session.SessionMetrics;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of {@link OneTimeCodePurposes}, and of one bean for each declared
 * purpose.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.one-time-code.enabled", matchIfMissing = true)
@EnableConfigurationProperties(OneTimeCodeProperties.class)
@Import({ SessionMeters.class, OneTimeCodeRegistrar.class })
public final class OneTimeCodeAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	OneTimeCodePurposes oneTimeCodePurposes(RedisPort redis, KeySpace keys, OneTimeCodeProperties properties,
			PropertySettings settings, ObjectProvider<SessionMetrics> metrics,
			ObjectProvider<OperationObserver> observers) {
		LiveSettings<Map<String, OneTimeCodeSettings>> live = settings.live(OneTimeCodeProperties.PREFIX, properties,
				OneTimeCodeProperties.class, OneTimeCodeProperties::toSettings);
		return OneTimeCodePurposes.create(
				redis.observed("one-time-code",
						Listeners.all(OperationObserver.class, OperationObserver.NONE, observers.orderedStream())),
				keys, live, Listeners.all(SessionMetrics.class, SessionMetrics.NONE, metrics.orderedStream()));
	}

	@Bean
	OneTimeCodesFactory oneTimeCodesFactory(OneTimeCodePurposes purposes) {
		return new OneTimeCodesFactory(purposes);
	}

}
