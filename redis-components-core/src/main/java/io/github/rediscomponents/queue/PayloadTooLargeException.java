// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import io.github.rediscomponents.RedisComponentsException;

/**
 * A message is larger than its queue allows. Nothing was sent.
 *
 * @since 1.0.0
 */
public final class PayloadTooLargeException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	private final long size;

	private final long limit;

	/**
	 * Creates the exception.
	 * @param queue the name of the queue
	 * @param size how many bytes the message has
	 * @param limit how many it may have
	 */
	public PayloadTooLargeException(String queue, long size, long limit) {
		super("A message for queue '" + queue + "' has " + size + " bytes, but at most " + limit + " are let in", null);
		this.size = size;
		this.limit = limit;
	}

	/**
	 * How large the message is.
	 * @return bytes
	 */
	public long size() {
		return this.size;
	}

	/**
	 * How large one may be.
	 * @return bytes
	 */
	public long limit() {
		return this.limit;
	}

}
