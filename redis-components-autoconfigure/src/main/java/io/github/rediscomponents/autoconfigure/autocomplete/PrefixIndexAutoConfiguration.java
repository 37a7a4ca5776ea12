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
import io.github.rediscomponents.autocomplete.PrefixIndexSettings;
import io.github.rediscomponents.autocomplete.PrefixIndex;
import io.github.rediscomponents.autocomplete.PrefixIndexes;
import io.github.rediscomponents.autoconfigure.RedisComponentsAutoConfiguration;
import io.github.rediscomponents.autoconfigure.TypedBeanFactory;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;

/**
 * Auto-configuration of {@link PrefixIndexes}, and of one bean for each declared index.
 */
@AutoConfiguration(after = RedisComponentsAutoConfiguration.class)
@ConditionalOnBean(RedisPort.class)
@ConditionalOnBooleanProperty(name = "redis-components.prefix-index.enabled", matchIfMissing = true)
@EnableConfigurationProperties(PrefixIndexProperties.class)
@Import(PrefixIndexRegistrar.class)
public final class PrefixIndexAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	PrefixIndexes prefixIndexes(RedisPort redis, KeySpace keys, ValueCodecs codecs, PrefixIndexProperties properties,
			PropertySettings settings, ObjectProvider<OperationObserver> observers) {
		LiveSettings<Map<String, PrefixIndexSettings>> live = settings.live(PrefixIndexProperties.PREFIX, properties,
				PrefixIndexProperties.class, PrefixIndexProperties::toSettings);
		properties.indexes().keySet().forEach((name) -> {
			settings.restartOnly(PrefixIndexProperties.PREFIX + ".indexes." + name + ".accents");
			settings.restartOnly(PrefixIndexProperties.PREFIX + ".indexes." + name + ".type");
		});
		return PrefixIndexes.create(
				redis.observed("prefix-index",
						Listeners.all(OperationObserver.class, OperationObserver.NONE, observers.orderedStream())),
				keys, codecs, live);
	}

	@Bean
	PrefixIndexView prefixIndexView(PrefixIndexes indexes) {
		return new PrefixIndexView(indexes);
	}

	@Bean
	TypedBeanFactory prefixIndexFactory(PrefixIndexes indexes) {
		return new TypedBeanFactory(PrefixIndexProperties.PREFIX + ".indexes", PrefixIndex.class, indexes::index);
	}

}
