// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

/**
 * One process, as seen by Redis, that contends with one library.
 */
interface Contender extends AutoCloseable {

	/**
	 * What one thread of the process takes and gives back.
	 * @param name of the lock or semaphore
	 * @param permits how many there are; locks have one
	 * @return to be used by one thread
	 */
	Turn turn(String name, int permits);

	/** How many timers of the library are pending in this process. */
	long pendingTimers();

	@Override
	void close();

	/**
	 * The turn of one thread.
	 */
	interface Turn {

		void take() throws InterruptedException;

		void giveBack();

	}

}
