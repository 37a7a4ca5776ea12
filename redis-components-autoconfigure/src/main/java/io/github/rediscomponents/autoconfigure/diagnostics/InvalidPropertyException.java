// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a property of the components has an invalid value.
 *
 * @since 1.0.0
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
	 * Creates the exception for a value that a settings record rejected.
	 * @param prefix prefix of the properties, or the property itself
	 * @param refusal the exception of the record; its message begins with the name of the
	 * record component, as in "ttl must be ..."
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
	 * Returns the property.
	 * @return full name of the property
	 */
	public String property() {
		return this.property;
	}

	/**
	 * Returns the reason.
	 * @return the rest of the sentence that begins with the name of the property
	 */
	public String reason() {
		return this.reason;
	}

}
