// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.sample.load.guide.Member;
import io.github.rediscomponents.sample.load.guide.Reply;

/**
 * What one buyer of a sale heard. Safe for use by any number of threads.
 */
final class Purchase {

	private final Member buyer;

	private final List<String> orders = new ArrayList<>();

	private int refusals;

	private int failures;

	private long acceptedAt;

	Purchase(Member buyer) {
		this.buyer = buyer;
	}

	Member buyer() {
		return this.buyer;
	}

	synchronized void heard(Reply reply) {
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
	synchronized boolean answered() {
		return !this.orders.isEmpty() || this.refusals > 0;
	}

	/** Whether an answer did not arrive or was neither yes nor no. */
	synchronized boolean inDoubt() {
		return this.failures > 0;
	}

	synchronized int failures() {
		return this.failures;
	}

	/** The ids that were received. */
	synchronized List<String> orders() {
		return List.copyOf(this.orders);
	}

	/** When the last id was received, in nanoseconds of {@link System#nanoTime()}. */
	synchronized long acceptedAt() {
		return this.acceptedAt;
	}

}
