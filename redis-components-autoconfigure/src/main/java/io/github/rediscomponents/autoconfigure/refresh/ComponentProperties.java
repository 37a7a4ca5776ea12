// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.springframework.beans.factory.BeanFactory;

/**
 * Properties of one component. Converted to its settings at start-up and at each refresh.
 *
 * @param <S> the settings
 * @since 1.0.0
 */
public interface ComponentProperties<S> {

	/**
	 * Converts the properties.
	 * @return the settings
	 * @throws IllegalArgumentException if a value is out of range
	 */
	S toSettings();

	/**
	 * Checks references of the properties to beans. Does nothing by default.
	 * @param beans the beans of the application
	 * @throws IllegalArgumentException if a reference is invalid
	 */
	default void check(BeanFactory beans) {
	}

	/**
	 * Returns whether the properties name what those of other components declare. A
	 * refresh reads them after the others, so that both can be added at once.
	 * @return false by default
	 */
	default boolean refersToOthers() {
		return false;
	}

	/**
	 * Returns the properties that take effect at start-up only.
	 * @return names relative to the prefix, none by default
	 */
	default Stream<String> restartOnly() {
		return Stream.empty();
	}

	/**
	 * Returns an operator that is applied to the settings of each conversion, including
	 * the first. It restores the settings that must not change while the application
	 * runs.
	 * @return an operator, by default the identity
	 */
	default UnaryOperator<S> keeper() {
		return UnaryOperator.identity();
	}

}
