// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Whole numbers from 1 to a million.
 */
final class Positive implements ITypeConverter<Integer> {

	private static final int MOST = 1_000_000;

	@Override
	public Integer convert(String text) {
		if (!text.matches("\\d{1,7}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > MOST) {
			throw new TypeConversionException("'" + text + "' is not a number from 1 to " + MOST);
		}
		return Integer.valueOf(text);
	}

}
