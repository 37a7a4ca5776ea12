// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.Map;

import io.github.rediscomponents.LiveSettings;

/**
 * Declarations of one instance whose settings a test changes.
 */
public final class LiveDeclaration {

	private LiveDeclaration() {
	}

	/**
	 * Declares an instance.
	 * @param name its name
	 * @param settings its settings, followed
	 * @param <S> their type
	 * @return the declarations
	 */
	public static <S> LiveSettings<Map<String, S>> of(String name, LiveSettings<S> settings) {
		LiveSettings<Map<String, S>> declared = new LiveSettings<>(Map.of(name, settings.get()));
		settings.onChange((old, next) -> declared.swap(Map.of(name, next)));
		declared.swap(Map.of(name, settings.get()));
		return declared;
	}

}
