package io.github.rediscomponents.queue;

import io.github.rediscomponents.RedisComponentsException;

/**
 * A message is larger than its queue lets in. Nothing was sent.
 */
public final class PayloadTooLargeException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	private final int size;

	private final int limit;

	PayloadTooLargeException(String queue, int size, int limit) {
		super("A message for queue '" + queue + "' has " + size + " bytes, but at most " + limit + " are let in", null);
		this.size = size;
		this.limit = limit;
	}

	/**
	 * How large the message is.
	 * @return bytes
	 */
	public int size() {
		return this.size;
	}

	/**
	 * How large one may be.
	 * @return bytes
	 */
	public int limit() {
		return this.limit;
	}

}
