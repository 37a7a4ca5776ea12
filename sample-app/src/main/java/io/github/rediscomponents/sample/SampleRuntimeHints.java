// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/**
 * The files that the application reads from its class path, for a native image.
 */
class SampleRuntimeHints implements RuntimeHintsRegistrar {

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		hints.resources().registerPattern("data/*.csv");
		hints.resources().registerPattern("openapi/*.json");
		hints.resources().registerPattern("ops/*.lua");
		hints.resources().registerPattern("sale/*.lua");
		hints.resources().registerPattern("sentences/*.properties");
	}

}
