// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.console;

import java.time.Duration;
import java.util.stream.Stream;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.ClassUtils;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.ComponentProperties;

/**
 * Properties of the console.
 *
 * @param enabled Whether processes report to the console and web applications serve its
 * page.
 * @param path Path of the page below the context path of the application.
 * @param readRole Role of users that may look.
 * @param operateRole Role of users that may look and act.
 * @param interval Time between two reports of a process while the console is looked at.
 * @since 1.0.0
 */
@ConfigurationProperties(prefix = ConsoleProperties.PREFIX, ignoreUnknownFields = false)
public record ConsoleProperties(boolean enabled, @DefaultValue("/redis-components") String path,
		@DefaultValue("REDIS_COMPONENTS_READ") String readRole,
		@DefaultValue("REDIS_COMPONENTS_OPERATE") String operateRole,
		@DefaultValue("1s") Duration interval) implements ComponentProperties<ConsoleSettings> {

	/** The prefix of the properties. */
	public static final String PREFIX = "redis-components.console";

	/** A class of the module that has the console. */
	public static final String MODULE = "io.github.rediscomponents.console.ConsoleAccess";

	@Override
	public ConsoleSettings toSettings() {
		return new ConsoleSettings(this.path, this.readRole, this.operateRole, this.interval);
	}

	/** Checks that the module is there. */
	@Override
	public void check(BeanFactory beans) {
		if (this.enabled && !ClassUtils.isPresent(MODULE, getClass().getClassLoader())) {
			throw new InvalidPropertyException(PREFIX + ".enabled",
					"needs the dependency io.github.redis-components:redis-components-console.");
		}
	}

	@Override
	public Stream<String> restartOnly() {
		return Stream.of("path");
	}

}
