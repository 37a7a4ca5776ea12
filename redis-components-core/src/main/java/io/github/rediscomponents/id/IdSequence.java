// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import io.github.rediscomponents.RedisUnavailableException;

/**
 * The ids of one key: {@link IdWorker#nextId(String)} without looking the key up. Get it
 * once, keep it in a field. Safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public interface IdSequence {

	/**
	 * Returns the next id, greater than each id that this process got for this key before
	 * the call. See {@link IdWorker#nextId(String)}.
	 * @return a positive number
	 * @throws RedisUnavailableException if the block is used up or too old and Redis
	 * granted no other in time; no id was handed out, and the next call tries again
	 * @throws IdSpaceException if the server's clock is outside the range of ids
	 */
	long nextId();

	/**
	 * Several ids at once, see {@link IdWorker#nextIds(String, int)}.
	 * @param n the number of ids, 1 to 2<sup>20</sup>
	 * @return {@code n} ids, each greater than the one before it, not always without gaps
	 * @throws IllegalArgumentException if {@code n} is out of its range; nothing was sent
	 * @throws RedisUnavailableException if Redis granted too few ids in time; those that
	 * were taken already are never handed out again
	 * @throws IdSpaceException if the server's clock is outside the range of ids
	 */
	long[] nextIds(int n);

	/**
	 * Whose ids these are.
	 * @return never empty
	 */
	String key();

}
