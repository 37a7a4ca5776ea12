// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import io.github.rediscomponents.RedisUnavailableException;

/**
 * Behaviour of an acquisition when Redis does not answer in time.
 *
 * @since 1.0.0
 */
public enum OnUnavailable {

	/** The acquisition ends with {@link RedisUnavailableException}. */
	FAIL,

	/**
	 * The acquisition repeats its request each {@link LockSettings#pollBound() poll
	 * bound}, until it is granted or its time to wait has passed. If Redis is still away
	 * then, it ends with {@link RedisUnavailableException}. A place in a queue is kept
	 * for three poll bounds.
	 */
	KEEP_WAITING

}
