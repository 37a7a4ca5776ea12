package io.github.rediscomponents.autoconfigure;

import io.lettuce.core.resource.ClientResources;

import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnThreading;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.thread.Threading;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.data.redis.connection.RedisConnectionFactory;

import io.github.rediscomponents.autoconfigure.diagnostics.AmbiguousConnectionFactoryException;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.support.ServerClock;

/**
 * Auto-configuration of what all components share. Needs a
 * {@link RedisConnectionFactory}, and never defines one.
 */
@AutoConfiguration(after = DataRedisAutoConfiguration.class)
@ConditionalOnBean(RedisConnectionFactory.class)
@EnableConfigurationProperties(RedisComponentsProperties.class)
public final class RedisComponentsAutoConfiguration {

	@Bean
	ApplicationRedisConnector redisComponentsConnector(
			@RedisComponentsConnectionFactory ObjectProvider<RedisConnectionFactory> chosen,
			ObjectProvider<RedisConnectionFactory> candidates, ObjectProvider<DataRedisConnectionDetails> details,
			ObjectProvider<ClientResources> resources) {
		return ApplicationRedisConnector.of(factory(chosen, candidates), details.getIfAvailable(),
				resources.getIfUnique());
	}

	private static RedisConnectionFactory factory(ObjectProvider<RedisConnectionFactory> chosen,
			ObjectProvider<RedisConnectionFactory> candidates) {
		try {
			return chosen.getIfAvailable(candidates::getObject);
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw new AmbiguousConnectionFactoryException(ex.getBeanNamesFound(), ex);
		}
	}

	@Bean
	@ConditionalOnThreading(Threading.PLATFORM)
	Background redisComponentsBackground() {
		return new Background();
	}

	@Bean
	@ConditionalOnThreading(Threading.VIRTUAL)
	Background redisComponentsBackgroundVirtualThreads() {
		return new Background(new VirtualThreadTaskExecutor("redis-components-worker-").getVirtualThreadFactory());
	}

	@Bean
	@ConditionalOnMissingBean
	RedisPort redisComponentsPort(ApplicationRedisConnector connector, Background background,
			RedisComponentsProperties properties) {
		return PropertySettings.checked("redis-components.command-timeout",
				() -> RedisPort.open(connector, background, properties.commandTimeout()));
	}

	@Bean
	RedisComponentsLifecycle redisComponentsLifecycle(RedisPort redis, Background background,
			ApplicationContext context) {
		return new RedisComponentsLifecycle(redis, background, context);
	}

	@Bean
	@ConditionalOnMissingBean
	KeySpace redisComponentsKeySpace(RedisComponentsProperties properties, Environment environment) {
		String prefix = properties.keyPrefix();
		return PropertySettings.checked("redis-components.key-prefix", () -> new KeySpace(
				(prefix != null) ? prefix : environment.getProperty("spring.application.name", "redis-components")));
	}

	@Bean
	@ConditionalOnMissingBean
	ServerClock redisComponentsServerClock(RedisPort redis) {
		return new ServerClock(redis);
	}

	@Bean
	@ConditionalOnMissingBean
	ValueCodecs redisComponentsValueCodecs() {
		return ValueCodecs.json();
	}

	@Bean
	PropertySettings redisComponentsPropertySettings(Environment environment) {
		PropertySettings settings = new PropertySettings(environment);
		settings.restartOnly("redis-components.key-prefix");
		settings.restartOnly("redis-components.command-timeout");
		return settings;
	}

	@Bean
	RedisComponentsRefresher redisComponentsRefresher(PropertySettings settings) {
		return new RedisComponentsRefresher(settings);
	}

}
