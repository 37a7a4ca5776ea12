// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.springframework.beans.factory.BeanFactory;

/**
 * Properties of one component, which become its settings at the start and at each
 * refresh.
 *
 * @param <S> the settings
 * @since 0.1.0
 */
public interface ComponentProperties<S> {

	/**
	 * Converts the properties.
	 * @return the settings
	 * @throws IllegalArgumentException if a value is out of its range
	 */
	S toSettings();

	/**
	 * Checks what the properties say of beans. Does nothing by default.
	 * @param beans the beans of the application
	 * @throws IllegalArgumentException if they do not fit
	 */
	default void check(BeanFactory beans) {
	}

	/**
	 * Lists the properties whose change needs a restart.
	 * @return names relative to the prefix, none by default
	 */
	default Stream<String> restartOnly() {
		return Stream.empty();
	}

	/**
	 * Makes what each conversion passes through, from the first on, to keep what must not
	 * change while the application runs.
	 * @return nothing is kept by default
	 */
	default UnaryOperator<S> keeper() {
		return UnaryOperator.identity();
	}

}
