// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

/**
 * Redis answered a command with an error. The server is fine, and the message is the
 * error as the server wrote it ({@code "WRONGTYPE Operation against a key ..."}).
 *
 * @since 0.1.0
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
