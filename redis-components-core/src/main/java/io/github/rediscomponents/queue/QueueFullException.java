// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.BatchProgress;
import io.github.rediscomponents.RedisComponentsException;

/**
 * A queue has reached its longest length. The message was not added. Of several messages
 * that were sent in parts some may have been added; {@link #progress()} is their number.
 *
 * @since 1.0.0
 */
public final class QueueFullException extends RedisComponentsException {

	private static final long serialVersionUID = 1L;

	private final String queue;

	private final long maxLength;

	private final @Nullable String group;

	/**
	 * Creates the exception.
	 * @param queue the name of the queue
	 * @param maxLength how many messages it may hold
	 * @param group the group that keeps the oldest message, if known
	 * @param progress the progress of a batch
	 */
	public QueueFullException(String queue, long maxLength, @Nullable String group, @Nullable BatchProgress progress) {
		super("Queue '" + queue + "' is full: it may hold " + maxLength + " messages"
				+ ((group != null) ? ", and group '" + group + "' has not acknowledged the oldest" : ""), null,
				progress);
		this.queue = queue;
		this.maxLength = maxLength;
		this.group = group;
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

	/**
	 * The group that keeps the oldest message.
	 * @return empty unless messages stay until {@linkplain TrimPolicy#ALL_GROUPS all
	 * groups} have acknowledged them
	 */
	public Optional<String> group() {
		return Optional.ofNullable(this.group);
	}

}
