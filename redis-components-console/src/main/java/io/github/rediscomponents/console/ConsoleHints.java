// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

import io.github.rediscomponents.autoconfigure.console.ConsoleProperties;

/**
 * Registers the files of the page, the script, and the classes that are looked up by
 * name, which are absent from a native image otherwise.
 */
final class ConsoleHints implements RuntimeHintsRegistrar {

	private static final List<String> LOOKED_UP = List.of(ConsoleProperties.MODULE,
			"org.springframework.security.web.servletapi.SecurityContextHolderAwareRequestWrapper");

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources()
			.registerPattern("META-INF/redis-components/console/**")
			.registerPattern("META-INF/redis-components/lua/console/*.lua");
		LOOKED_UP.forEach((name) -> hints.reflection().registerTypeIfPresent(classLoader, name));
	}

}
