// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

/**
 * Copies one kind of data from the database to Redis.
 */
public interface Teller {

	/**
	 * Returns the kind of the changes that this one copies.
	 * @return at most 16 characters
	 */
	String kind();

	/**
	 * Reads the committed state and copies it to Redis. Called at least once after each
	 * change, possibly late, repeatedly, and by several instances at the same time.
	 * @param userId the id of the user
	 * @param targetId the changed part
	 * @throws InterruptedException if the thread was interrupted while it waited
	 */
	void tell(long userId, long targetId) throws InterruptedException;

}
