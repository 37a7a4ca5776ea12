// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.diagnostics;

/**
 * Thrown if a declared instance cannot be injected into a field or parameter that
 * requires it.
 *
 * @since 1.0.0
 */
public final class InvalidInjectionException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String action;

	/**
	 * Creates the exception.
	 * @param message the problem, a sentence without its full stop
	 * @param action the suggested action, a sentence
	 */
	public InvalidInjectionException(String message, String action) {
		super(message);
		this.action = action;
	}

	/**
	 * Returns the suggested action.
	 * @return a sentence
	 */
	public String action() {
		return this.action;
	}

}
