// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test.autoconfigure;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * The executables of the embedded server and the script that runs them, for a native
 * image of an application that starts it.
 */
class EmbeddedRedisHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("redis-server-*");
		hints.resources().registerPattern("io/github/rediscomponents/test/supervise.sh");
	}

}
