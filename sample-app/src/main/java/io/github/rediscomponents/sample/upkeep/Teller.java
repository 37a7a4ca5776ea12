// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

/**
 * Tells Redis what the database says about one thing.
 */
public interface Teller {

	/**
	 * Which changes are this one's.
	 * @return at most 16 characters
	 */
	String kind();

	/**
	 * Reads what is committed now and makes Redis agree. Called at least once after each
	 * change, perhaps late, perhaps several times, perhaps by several instances at once.
	 * @param userId the id of the user
	 * @param targetId what of him
	 * @throws InterruptedException if the thread was interrupted while it waited
	 */
	void tell(long userId, long targetId) throws InterruptedException;

}
