// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A property of the components has a value that they cannot work with.
 *
 * @since 0.1.0
 */
public final class InvalidPropertyException extends IllegalArgumentException {

	private static final long serialVersionUID = 1L;

	private static final Pattern COMPONENT = Pattern.compile("(?:[A-Z]\\w+ )?(?:[a-z.-]+\\.)?([a-zA-Z0-9-]+) (must .*)",
			Pattern.DOTALL);

	private final String property;

	private final String reason;

	public InvalidPropertyException(String property, String reason) {
		this(property, reason, null);
	}

	public InvalidPropertyException(String property, String reason, @Nullable Throwable cause) {
		super("Property " + property + " " + reason, cause);
		this.property = property;
		this.reason = reason;
	}

	/**
	 * Names the property that a settings record refused.
	 * @param prefix where the properties are, or the property itself
	 * @param refusal whose message begins with the record component's name, as in "ttl
	 * must be ..."
	 * @return the exception to throw
	 */
	public static InvalidPropertyException of(String prefix, IllegalArgumentException refusal) {
		String message = String.valueOf(refusal.getMessage());
		Matcher matcher = COMPONENT.matcher(message);
		if (!matcher.matches()) {
			return new InvalidPropertyException(prefix, "is not valid: " + message, refusal);
		}
		String component = matcher.group(1).replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(java.util.Locale.ROOT);
		String property = (prefix.endsWith("-" + component) || prefix.endsWith("." + component)) ? prefix
				: prefix + "." + component;
		return new InvalidPropertyException(property, matcher.group(2), refusal);
	}

	/**
	 * The property.
	 * @return its name
	 */
	public String property() {
		return this.property;
	}

	/**
	 * What is wrong and what would be right.
	 * @return how the sentence goes on after the property's name
	 */
	public String reason() {
		return this.reason;
	}

}
