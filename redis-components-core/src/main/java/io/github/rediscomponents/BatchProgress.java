// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.io.Serializable;

/**
 * How much of a batch was done before it failed. Counts the items that the caller gave,
 * such as keys, tasks or members; of one change that takes several commands its parts.
 *
 * @param done items whose change or answer was confirmed
 * @param unknown items that were sent and not answered: each may or may not have been
 * executed
 * @param notDone items that were not sent, or that Redis refused: nothing was changed
 * @since 1.0.0
 */
public record BatchProgress(long done, long unknown, long notDone) implements Serializable {

	/**
	 * Returns the number of items in the batch.
	 * @return done, unknown and not done together
	 */
	public long total() {
		return this.done + this.unknown + this.notDone;
	}

	@Override
	public String toString() {
		return this.done + " of " + total() + " done, " + this.unknown + " unknown, " + this.notDone + " not done";
	}

}
