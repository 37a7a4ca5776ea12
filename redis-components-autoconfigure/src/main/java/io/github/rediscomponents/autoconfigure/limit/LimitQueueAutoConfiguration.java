package io.github.rediscomponents.autoconfigure.limit;

import java.util.Map;

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
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.limit.LimitQueueSettings;
import io.github.rediscomponents.limit.LimitQueues;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of {@link LimitQueues}, and of one bean for each declared queue.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class)
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.limit-queue.enabled", matchIfMissing = true)
@EnableConfigurationProperties(LimitQueueProperties.class)
@Import(LimitQueueRegistrar.class)
public final class LimitQueueAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	LimitQueues limitQueues(RedisPort redis, KeySpace keys, ValueCodecs codecs, LimitQueueProperties properties,
			PropertySettings settings) {
		LiveSettings<Map<String, LimitQueueSettings>> live = settings.live(LimitQueueProperties.PREFIX, properties,
				LimitQueueProperties.class, LimitQueueProperties::toSettings);
		return LimitQueues.create(redis, keys, codecs, live);
	}

	@Bean
	TypedBeanFactory limitQueueFactory(LimitQueues queues) {
		return new TypedBeanFactory(LimitQueueProperties.PREFIX + ".queues", LimitQueue.class, queues::queue);
	}

}
