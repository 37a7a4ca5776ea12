// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

/**
 * A field or parameter asks for a declared instance in a way that cannot work.
 *
 * @since 0.1.0
 */
public final class InvalidInjectionException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String action;

	/**
	 * Creates the exception.
	 * @param message what is wrong, a sentence without its full stop
	 * @param action what to do about it, a sentence
	 */
	public InvalidInjectionException(String message, String action) {
		super(message);
		this.action = action;
	}

	/**
	 * What to do about it.
	 * @return a sentence
	 */
	public String action() {
		return this.action;
	}

}
