// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.function.Predicate;

/**
 * Takes delivered messages, for handlers or for polls. Never blocks.
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
	 * @return false if this sink does not accept it
	 */
	boolean offer(Lease lease);

	/**
	 * Hands on an entry that waits here behind those in work.
	 * @param taker takes the entry, or returns false to leave it here
	 * @return whether there was one
	 */
	boolean pass(Predicate<Lease> taker);

	/**
	 * Returns messages that have waited here for too long, if there are other consumers.
	 */
	void share();

	/** Returns messages that wait for a handler. */
	void giveBack();

}
