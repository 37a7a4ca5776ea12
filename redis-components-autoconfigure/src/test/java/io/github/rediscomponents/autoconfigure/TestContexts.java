// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.Map;
import java.util.UUID;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.util.ClassUtils;

import io.github.rediscomponents.test.SharedRedis;

/**
 * Contexts with every auto-configuration of this module, as an application has them.
 */
public final class TestContexts {

	/** A cache goes on without Redis where a command takes longer. */
	private static final String[] PATIENT = { "redis-components.command-timeout=30s",
			"redis-components.cache.defaults.command-timeout=30s" };

	private TestContexts() {
	}

	public static ApplicationContextRunner runner() {
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(TestBoot.REDIS))
			.withConfiguration(AutoConfigurations.of(autoConfigurations()));
	}

	/** The first connection of a JVM takes long on a busy machine. */
	public static ApplicationContextRunner connected() {
		return runner().withPropertyValues("spring.data.redis.url=" + SharedRedis.standalone().uri())
			.withPropertyValues(PATIENT);
	}

	/** Connected, with keys that no other test has. */
	public static ApplicationContextRunner withOwnKeys() {
		return connected().withPropertyValues("redis-components.key-prefix=t" + UUID.randomUUID());
	}

	/** Starts an application on a Tomcat and a real Redis, without Redisson's client. */
	public static ConfigurableApplicationContext application(Class<?> configuration, String... properties) {
		return new SpringApplicationBuilder(configuration).web(WebApplicationType.SERVLET)
			.properties("server.port=0", "spring.main.banner-mode=off",
					"spring.data.redis.url=" + SharedRedis.standalone().uri(),
					"redis-components.key-prefix=t" + UUID.randomUUID(),
					"spring.autoconfigure.exclude=" + TestBoot.REDISSON.getName())
			.properties(PATIENT)
			.properties(properties)
			.run();
	}

	/** Changes a property before a refresh. */
	public static void change(ConfigurableApplicationContext context, String property, String value) {
		context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("change of " + property, Map.of(property, value)));
	}

	public static Class<?>[] autoConfigurations() {
		return ImportCandidates.load(AutoConfiguration.class, TestContexts.class.getClassLoader())
			.getCandidates()
			.stream()
			.filter((name) -> name.startsWith("io.github.rediscomponents."))
			.map((name) -> ClassUtils.resolveClassName(name, TestContexts.class.getClassLoader()))
			.toArray(Class<?>[]::new);
	}

}
