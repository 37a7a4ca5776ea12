// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.crowd;

import java.util.ArrayList;
import java.util.List;

/**
 * What one buyer of a sale heard. Safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public final class Purchase {

	private Member buyer;

	private final List<String> orders = new ArrayList<>();

	private int refusals;

	private int failures;

	private long acceptedAt;

	/**
	 * Creates the purchase of a buyer who has not asked yet.
	 * @param buyer the buyer
	 */
	public Purchase(Member buyer) {
		this.buyer = buyer;
	}

	/** The buyer, with the present login. */
	public synchronized Member buyer() {
		return this.buyer;
	}

	/**
	 * The buyer has logged in again.
	 * @param again the same user with another login
	 */
	public synchronized void loggedIn(Member again) {
		this.buyer = again;
	}

	/**
	 * The buyer asked for a piece.
	 * @param reply the answer
	 */
	public synchronized void heard(Reply reply) {
		if (reply.done()) {
			this.orders.add(reply.data().asString());
			this.acceptedAt = reply.began() + reply.took();
		}
		else if (reply.refused()) {
			this.refusals++;
		}
		else {
			this.failures++;
		}
	}

	/** Whether there was a clear yes or no. */
	public synchronized boolean answered() {
		return !this.orders.isEmpty() || this.refusals > 0;
	}

	/** Whether an answer did not arrive or was neither yes nor no. */
	public synchronized boolean inDoubt() {
		return this.failures > 0;
	}

	/** How many answers did not arrive or were neither yes nor no. */
	public synchronized int failures() {
		return this.failures;
	}

	/** How many answers were a no. */
	public synchronized int refusals() {
		return this.refusals;
	}

	/** The ids that were received. */
	public synchronized List<String> orders() {
		return List.copyOf(this.orders);
	}

	/** When the last id was received, in nanoseconds of {@link System#nanoTime()}. */
	public synchronized long acceptedAt() {
		return this.acceptedAt;
	}

}
