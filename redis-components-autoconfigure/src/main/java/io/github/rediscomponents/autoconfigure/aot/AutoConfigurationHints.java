// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.aot;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.aot.hint.TypeReference;

/**
 * Registers the classes that the auto-configuration looks up or creates by name while it
 * runs.
 */
final class AutoConfigurationHints implements RuntimeHintsRegistrar {

	private static final List<String> LOOKED_UP = List.of("io.github.rediscomponents.boot3.ConnectionDetailsReader",
			"io.github.rediscomponents.boot4.ConnectionDetailsReader", "org.redisson.api.RedissonClient",
			"org.redisson.config.NameMapper", "io.github.rediscomponents.test.RedisServer");

	/** Created by definitions that an application makes when it runs. */
	private static final List<String> CREATED = List.of("io.github.rediscomponents.autoconfigure.DeclaredInstances",
			"io.github.rediscomponents.autoconfigure.filter.BloomEngineCheck",
			"io.github.rediscomponents.autoconfigure.Servers");

	@Override
	public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
		LOOKED_UP.forEach((name) -> hints.reflection().registerTypeIfPresent(classLoader, name));
		CREATED.forEach((name) -> hints.reflection()
			.registerType(TypeReference.of(name), MemberCategory.INVOKE_DECLARED_CONSTRUCTORS,
					MemberCategory.INVOKE_DECLARED_METHODS));
	}

}
