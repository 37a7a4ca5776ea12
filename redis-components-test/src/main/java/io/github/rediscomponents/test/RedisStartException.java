// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

/**
 * A redis-server could not be found, run or reached. The message says what to do about it
 * and ends with what the server itself logged; no process is left behind.
 *
 * @since 0.1.0
 */
public class RedisStartException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String log;

	/**
	 * Creates the exception for a server that never ran.
	 * @param message what is wrong and what to do
	 */
	public RedisStartException(String message) {
		super(message);
		this.log = "";
	}

	/**
	 * Creates the exception for a server that ran and ended.
	 * @param message what is wrong and what to do
	 * @param log what the server wrote
	 */
	public RedisStartException(String message, String log) {
		super(log.isBlank() ? message : message + "\nThe server's log:\n" + log.strip());
		this.log = log;
	}

	/**
	 * What the server wrote before it ended.
	 * @return its output, empty when it never ran
	 */
	public String log() {
		return this.log;
	}

}
