// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

/**
 * The time at which the messages of a {@code StreamQueue} leave its stream.
 *
 * @since 1.0.0
 */
public enum TrimPolicy {

	/**
	 * Each as soon as it is acknowledged. There is one group of consumers, that of the
	 * settings.
	 */
	ACKNOWLEDGED,

	/**
	 * When every group has acknowledged it and all before it. Any number of groups; each
	 * gets every message. A group without consumers pins all messages.
	 */
	ALL_GROUPS

}
