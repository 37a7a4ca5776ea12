// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Page;

/**
 * The messages of a queue that were given up. Each method is one round trip for up to 100
 * of them, and one more for each further 100.
 *
 * @param <T> the type of the messages
 * @since 1.0.0
 */
public interface DeadLetters<T> {

	/**
	 * Returns the number of dead letters.
	 * @return 0 or more
	 */
	long size();

	/**
	 * Returns the oldest. Changes nothing.
	 * @param n how many at most, at least 1
	 * @return oldest first
	 */
	List<DeadLetter<T>> list(int n);

	/**
	 * Returns a page of them, the oldest first. Each that is there all the time is there
	 * once, even under changes.
	 * @param cursor {@link Page#next()} of the page before; null for the first one
	 * @param size the maximum number, 1 to 1000
	 * @return the page
	 * @throws IllegalArgumentException if the cursor is none; nothing was sent
	 */
	Page<DeadLetter<T>> page(@Nullable String cursor, int size);

	/**
	 * Puts the oldest back at the end of the queue, as new messages with all their
	 * attempts, for the group that had given them up. Each is in one place only at every
	 * moment. Does not count against the length of the queue.
	 * @param n how many at most, at least 1
	 * @return how many
	 */
	long redrive(int n);

	/**
	 * Puts one back.
	 * @param id its {@link DeadLetter#id()}
	 * @return whether it was there
	 */
	boolean redrive(String id);

	/**
	 * Puts all back that are there now.
	 * @return how many
	 */
	long redriveAll();

	/**
	 * Deletes one.
	 * @param id its {@link DeadLetter#id()}
	 * @return whether it was there
	 */
	boolean delete(String id);

	/**
	 * Removes all dead letters.
	 * @return how many there were
	 */
	long clear();

}
