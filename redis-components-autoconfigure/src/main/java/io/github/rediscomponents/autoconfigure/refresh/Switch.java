// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.refresh;

import org.springframework.core.convert.ConversionException;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;

/**
 * A property that switches something on or off.
 */
final class Switch {

	private Switch() {
	}

	/**
	 * Returns whether something is switched on, as it is while the property is not set.
	 * @throws InvalidPropertyException if the value is neither true nor false
	 */
	static boolean isOn(Environment environment, String property) {
		return isOn(environment, property, true);
	}

	/**
	 * Returns whether something is switched on.
	 * @param missing what applies while the property is not set
	 * @throws InvalidPropertyException if the value is neither true nor false
	 */
	static boolean isOn(Environment environment, String property, boolean missing) {
		try {
			return environment.getProperty(property, Boolean.class, missing);
		}
		catch (ConversionException | IllegalArgumentException ex) {
			throw new InvalidPropertyException(property, "must be true or false: " + ex.getMessage(), ex);
		}
	}

}
