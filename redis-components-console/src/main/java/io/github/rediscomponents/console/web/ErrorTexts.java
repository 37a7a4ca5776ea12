// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.web;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Errors for users that may only look. The text of a dead letter's error and its trace
 * can contain what the message contains, and that of a refusal of Redis names keys and
 * commands, so the type of the error is left.
 */
final class ErrorTexts {

	private static final String MASK = "***";

	/**
	 * The type of an exception before its message. Possessive, which needs no stack for
	 * each part.
	 */
	private static final Pattern TYPE = Pattern
		.compile("((?:[a-z_][\\w$]*+\\.)*+[A-Z][\\w$]*(?:Exception|Error))(?::.*)?", Pattern.DOTALL);

	private ErrorTexts() {
	}

	/**
	 * Returns an instance or a page without texts of errors.
	 * @param found null if there is none
	 */
	static @Nullable Map<String, Object> hidden(@Nullable Map<String, Object> found) {
		if (found == null) {
			return null;
		}
		Map<String, Object> shown = new LinkedHashMap<>();
		found.forEach((name, value) -> {
			if (name.equals("error")) {
				shown.put(name, type(String.valueOf(value)));
			}
			else if (!name.equals("trace")) {
				shown.put(name, element(value));
			}
		});
		return shown;
	}

	/**
	 * Returns any value without texts of errors.
	 * @param value of a state
	 */
	static Object element(Object value) {
		if (value instanceof List<?> list) {
			return list.stream().map(ErrorTexts::element).toList();
		}
		if (value instanceof Map<?, ?> map) {
			Map<String, Object> named = new LinkedHashMap<>();
			map.forEach((name, one) -> {
				if (one != null) {
					named.put(String.valueOf(name), one);
				}
			});
			Map<String, Object> shown = hidden(named);
			return (shown != null) ? shown : Map.of();
		}
		return value;
	}

	private static String type(String error) {
		Matcher matcher = TYPE.matcher(error);
		return matcher.matches() ? matcher.group(1) : MASK;
	}

}
