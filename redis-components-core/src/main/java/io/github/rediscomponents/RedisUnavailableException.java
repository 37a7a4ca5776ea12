// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import org.jspecify.annotations.Nullable;

/**
 * No usable answer came from Redis in time: it cannot be reached, is loading, or did not
 * reply. {@link #outcome()} is the known outcome of the operation.
 *
 * @since 1.0.0
 */
public final class RedisUnavailableException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	private final Outcome outcome;

	public RedisUnavailableException(String message, Outcome outcome, @Nullable Throwable cause) {
		this(message, outcome, cause, null);
	}

	public RedisUnavailableException(String message, Outcome outcome, @Nullable Throwable cause,
			@Nullable BatchProgress progress) {
		super(message, cause, progress);
		this.outcome = outcome;
	}

	/**
	 * Returns the known outcome of the failed operation.
	 * @return never null
	 */
	public Outcome outcome() {
		return this.outcome;
	}

	/**
	 * The known outcome of an operation that got no answer.
	 */
	public enum Outcome {

		/**
		 * Nothing was changed: the command was not sent, or the server refused it. Of an
		 * operation of several commands none has changed anything.
		 */
		NOT_EXECUTED,

		/**
		 * The command may or may not have been executed. Of an operation of several
		 * commands some were, or may have been.
		 */
		UNKNOWN

	}

}
