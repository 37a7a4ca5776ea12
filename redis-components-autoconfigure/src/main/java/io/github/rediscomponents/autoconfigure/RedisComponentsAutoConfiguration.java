// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.concurrent.ThreadFactory;

import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.boot.system.JavaVersion;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisComponents;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.autoconfigure.diagnostics.AmbiguousConnectionFactoryException;
import io.github.rediscomponents.autoconfigure.refresh.ConditionalOnSwitch;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.server.AddressesReader;
import io.github.rediscomponents.support.server.RedisAddresses;
import io.github.rediscomponents.support.server.ServerUse;

/**
 * Auto-configuration of the infrastructure that all components share. Requires a
 * {@link RedisConnectionFactory} and never defines one.
 *
 * @since 1.0.0
 */
@AutoConfiguration(afterName = { "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
		"org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration" })
@ConditionalOnSwitch(RedisComponentsProperties.ENABLED)
@ConditionalOnBean(RedisConnectionFactory.class)
public final class RedisComponentsAutoConfiguration {

	private static final String CONNECTION_FACTORY = "redis-components.connection-factory";

	@Bean
	@ConditionalOnMissingBean
	RedisPort redisComponentsPort(Background background, Environment environment, ConfigurableListableBeanFactory beans,
			@RedisComponentsConnectionFactory ObjectProvider<RedisConnectionFactory> chosen,
			ObjectProvider<RedisConnectionFactory> candidates, ObjectProvider<ClientResources> resources) {
		RedisComponentsProperties properties = RedisComponentsProperties.of(environment);
		String named = properties.connectionFactory();
		RedisConnectionFactory factory = (named != null) ? ServerConnection.factory(beans, CONNECTION_FACTORY, named)
				: factory(chosen, candidates);
		// The addresses are those of the factory that Spring Boot defines.
		boolean addressed = named == null || named.equals("redisConnectionFactory");
		ApplicationRedisConnector connector = ApplicationRedisConnector.of(factory, addressed ? addresses(beans) : null,
				resources.getIfUnique(), use(beans.getBeanProvider(Servers.class)),
				(named == null || addressed) ? "spring.data.redis.ssl.enabled and the scheme of spring.data.redis.url"
						: ServerConnection.useSsl(named));
		return PropertySettings.checked("redis-components.command-timeout",
				() -> CommandPort.open(connector, background, properties.commandTimeout()));
	}

	private static @Nullable RedisAddresses addresses(ConfigurableListableBeanFactory beans) {
		for (AddressesReader reader : SpringFactoriesLoader.forDefaultResourceLocation(beans.getBeanClassLoader())
			.load(AddressesReader.class)) {
			RedisAddresses addresses = reader.read(beans);
			if (addresses != null) {
				return addresses;
			}
		}
		return null;
	}

	private static ServerUse use(ObjectProvider<Servers> servers) {
		return new ServerUse(ServerUse.ANY.server(), () -> {
			Servers several = servers.getIfAvailable();
			return several != null && several.hasCachesOnly(Servers.DEFAULT);
		});
	}

	private static RedisConnectionFactory factory(ObjectProvider<RedisConnectionFactory> chosen,
			ObjectProvider<RedisConnectionFactory> candidates) {
		try {
			RedisConnectionFactory factory = chosen.getIfAvailable(candidates::getObject);
			return (factory instanceof LettuceConnectionFactory lettuce)
					? ServerConnection.reconnecting(CONNECTION_FACTORY, lettuce) : factory;
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw new AmbiguousConnectionFactoryException(ex.getBeanNamesFound(), ex);
		}
	}

	/** The threads of a parent context end with the parent only. */
	@Bean
	@ConditionalOnMissingBean(search = SearchStrategy.CURRENT)
	Background redisComponentsBackground(Environment environment, ConfigurableListableBeanFactory beans) {
		ThreadFactory workers = virtualThreads(environment)
				? new VirtualThreadTaskExecutor("redis-components-worker-").getVirtualThreadFactory()
				: Background.daemon("redis-components-worker");
		ClassLoader loader = beans.getBeanClassLoader();
		return (loader != null) ? new Background(workers, loader) : new Background(workers);
	}

	private static boolean virtualThreads(Environment environment) {
		return environment.getProperty("spring.threads.virtual.enabled", Boolean.class, false)
				&& JavaVersion.getJavaVersion().isEqualOrNewerThan(JavaVersion.TWENTY_ONE);
	}

	@Bean
	RedisComponentsLifecycle redisComponentsLifecycle(RedisPort redis, Background background,
			ApplicationContext context, ConfigurableListableBeanFactory beans) {
		RedisComponentsLifecycle lifecycle = new RedisComponentsLifecycle(redis, background, context,
				Servers.ownOf(context));
		beans.registerSingleton("redisComponentsUnstarted", lifecycle.unstarted());
		return lifecycle;
	}

	@Bean
	@ConditionalOnMissingBean
	KeySpace redisComponentsKeySpace(Environment environment) {
		String prefix = RedisComponentsProperties.of(environment).keyPrefix();
		return PropertySettings.checked("redis-components.key-prefix", () -> new KeySpace(
				(prefix != null) ? prefix : environment.getProperty("spring.application.name", "redis-components")));
	}

	@Bean
	@Lazy
	@ConditionalOnMissingBean
	ValueCodecs redisComponentsValueCodecs() {
		return ValueCodecs.json();
	}

	/**
	 * Closed by {@link RedisComponentsLifecycle}. Never lazy, because the properties are
	 * checked at the start.
	 */
	@Bean(destroyMethod = "")
	@Lazy(false)
	RedisComponents redisComponents(ConfigurableListableBeanFactory beans, PropertySettings settings,
			Environment environment, ObjectProvider<Servers> servers) {
		Dependents.register(beans, "redisComponents", RedisPort.class, Background.class);
		SpringComponentSource source = new SpringComponentSource(beans, settings, servers::getIfAvailable);
		settings.add(SpringComponentSource::properties);
		settings.restartOnly("redis-components.key-prefix");
		settings.restartOnly("redis-components.command-timeout");
		settings.restartOnly(() -> Placement.written(environment));
		settings.checkAtRefresh(() -> Placement.check(environment));
		return RedisComponents.of(source);
	}

	/** Never lazy, because it remembers the properties of the start. */
	@Bean
	@Lazy(false)
	RedisComponentsRefresher redisComponentsRefresher(PropertySettings settings,
			ConfigurableApplicationContext context) {
		return new RedisComponentsRefresher(settings, () -> !context.isActive());
	}

}
