package io.github.rediscomponents.queue;

/**
 * Who takes what was delivered: handlers, or those who wait for a task. Never blocks.
 */
interface Sink {

	/** How many entries it can take now. */
	int free();

	/** How many entries it could begin with at once. */
	int idle();

	/** Whether enough are free for it to be worth a read. */
	boolean wants();

	/**
	 * Takes an entry.
	 * @return false if nobody wants it
	 */
	boolean offer(Lease lease);

	/** Gives back what has waited here for longer than it should, if there are others. */
	void share();

}
