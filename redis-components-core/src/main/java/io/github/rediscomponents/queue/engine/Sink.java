// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

/**
 * Takes what was delivered, for handlers or for polls. Never blocks.
 */
interface Sink {

	/** Returns the number of entries it can take now. */
	int free();

	/** Returns the number of entries it could begin with at once. */
	int idle();

	/** Returns whether enough are free for a read to be worth it. */
	boolean wants();

	/**
	 * Takes an entry.
	 * @return false if it is not wanted here
	 */
	boolean offer(Lease lease);

	/** Gives back what has waited here for longer than it should, if there are others. */
	void share();

}
