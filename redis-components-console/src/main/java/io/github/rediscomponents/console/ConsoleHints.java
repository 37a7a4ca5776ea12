// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * Registers the files of the page and the script.
 */
final class ConsoleHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources()
			.registerPattern("META-INF/redis-components/console/**")
			.registerPattern("META-INF/redis-components/lua/console/*.lua");
	}

}
