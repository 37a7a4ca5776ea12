// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import picocli.CommandLine.TypeConversionException;

/**
 * Durations as people write them.
 */
final class Durations {

	private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m)");

	private Durations() {
	}

	static Duration parse(String text) {
		Matcher form = FORM.matcher(text);
		if (!form.matches()) {
			throw new TypeConversionException("'" + text + "' is not a duration such as 500ms, 20s or 2m");
		}
		long number = Long.parseLong(form.group(1));
		return switch (form.group(2)) {
			case "ms" -> Duration.ofMillis(number);
			case "s" -> Duration.ofSeconds(number);
			default -> Duration.ofMinutes(number);
		};
	}

}
