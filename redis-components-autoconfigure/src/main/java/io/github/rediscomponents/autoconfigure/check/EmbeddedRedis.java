// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.check;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.StreamSupport;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * The properties of the embedded Redis, which an optional module defines and Spring Boot
 * binds by its own rules. They are checked by those of the components.
 */
final class EmbeddedRedis {

	static final String PREFIX = "redis-components.embedded";

	static final List<String> PROPERTIES = List.of("enabled", "port", "data-directory");

	/** A class of the module that has the server. */
	private static final String MODULE = "io.github.rediscomponents.test.RedisServer";

	private static final String ENABLED = PREFIX + ".enabled";

	private EmbeddedRedis() {
	}

	/**
	 * Checks that the module is there and that each placeholder can be resolved, if the
	 * server is switched on.
	 * @throws InvalidPropertyException if not
	 */
	static void check(Environment environment) {
		check(environment, EmbeddedRedis.class.getClassLoader());
	}

	static void check(Environment environment, ClassLoader loader) {
		if (PropertySettings.text(environment, ENABLED) == null || !PropertySettings.isEnabled(environment, PREFIX)) {
			return;
		}
		if (!ClassUtils.isPresent(MODULE, loader)) {
			throw new InvalidPropertyException(ENABLED,
					"needs the dependency io.github.redis-components:redis-components-test.");
		}
		PROPERTIES.forEach((name) -> PropertySettings.text(environment, PREFIX + '.' + name));
	}

	/**
	 * Returns the properties that are set, as they are written. They take effect at
	 * start-up only.
	 */
	static Map<String, String> written(Environment environment) {
		Map<String, String> written = new TreeMap<>();
		PROPERTIES.stream()
			.map((name) -> ConfigurationPropertyName.of(PREFIX + '.' + name))
			.forEach((name) -> StreamSupport.stream(ConfigurationPropertySources.get(environment).spliterator(), false)
				.map((source) -> source.getConfigurationProperty(name))
				.filter(Objects::nonNull)
				.findFirst()
				.ifPresent((property) -> written.put(name.toString(), String.valueOf(property.getValue()))));
		return written;
	}

}
