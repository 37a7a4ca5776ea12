// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

/**
 * Thrown by a handler to send its message to the dead letters at once, because trying
 * again is of no use. The cause's text, or else the message, is kept with it.
 *
 * @since 1.0.0
 */
public class DeadLetterException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Sends the message to the dead letters.
	 * @param message why
	 */
	public DeadLetterException(String message) {
		super(message);
	}

	/**
	 * Sends the message to the dead letters.
	 * @param message why
	 * @param cause the cause
	 */
	public DeadLetterException(String message, Throwable cause) {
		super(message, cause);
	}

}
