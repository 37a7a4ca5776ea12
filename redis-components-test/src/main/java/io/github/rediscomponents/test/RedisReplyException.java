// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

/**
 * Thrown if Redis answers a command with an error. The server works, and the message is
 * the error of the server ({@code "WRONGTYPE Operation against a key ..."}).
 *
 * @since 1.0.0
 */
public class RedisReplyException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param error the error as the server wrote it
	 */
	public RedisReplyException(String error) {
		super(error);
	}

}
