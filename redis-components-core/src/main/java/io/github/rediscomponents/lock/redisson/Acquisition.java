package io.github.rediscomponents.lock.redisson;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.github.rediscomponents.lock.Lease;

/**
 * An attempt to get a lock, under way without a thread.
 */
interface Acquisition {

	/**
	 * What became of it.
	 * @return completes with the lease or, if the time to wait passed, empty;
	 * exceptionally with what Redisson throws
	 */
	CompletableFuture<Optional<Lease>> outcome();

	/**
	 * Tells the listener of the outcome; called by whoever takes it.
	 */
	void taken(Optional<Lease> lease);

	/**
	 * Ends it, if it is not over. What it may have got is given back.
	 * @return false if it was over, and whoever takes the outcome has to release it
	 */
	boolean giveUp();

}
