package io.github.rediscomponents.queue;

import io.github.rediscomponents.RedisComponentsException;

/**
 * A queue holds as many messages as it may. Nothing was added.
 */
public final class QueueFullException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	private final String queue;

	private final long maxLength;

	QueueFullException(String queue, long maxLength) {
		super("Queue '" + queue + "' is full: it may hold " + maxLength + " messages", null);
		this.queue = queue;
		this.maxLength = maxLength;
	}

	/**
	 * Which queue.
	 * @return its name
	 */
	public String queue() {
		return this.queue;
	}

	/**
	 * How many messages it may hold.
	 * @return the limit that was in force
	 */
	public long maxLength() {
		return this.maxLength;
	}

}
