// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

/**
 * Thrown if a redis-server cannot be found, run or reached. The message contains an
 * advice and ends with the server's log; no process is left behind.
 *
 * @since 1.0.0
 */
public class RedisStartException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String log;

	/**
	 * Creates the exception for a server that never ran.
	 * @param message the problem and the advice
	 */
	public RedisStartException(String message) {
		super(message);
		this.log = "";
	}

	/**
	 * Creates the exception for a server that ran and ended.
	 * @param message the problem and the advice
	 * @param log the log of the server
	 */
	public RedisStartException(String message, String log) {
		super(log.isBlank() ? message : message + "\nThe server's log:\n" + log.strip());
		this.log = log;
	}

	/**
	 * Returns the log of the server before its end.
	 * @return its output, empty when it never ran
	 */
	public String log() {
		return this.log;
	}

}
