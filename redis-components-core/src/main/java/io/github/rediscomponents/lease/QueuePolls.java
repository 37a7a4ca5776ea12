// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The queues in which this process waits.
 *
 * @since 1.0.0
 */
public final class QueuePolls {

	private final LeaseEngine engine;

	private final ConcurrentMap<String, QueuePoll> polls = new ConcurrentHashMap<>();

	QueuePolls(LeaseEngine engine) {
		this.engine = engine;
	}

	/**
	 * Adds a waiting acquisition, which is woken when its turn has come.
	 * @param endsNanos nanoseconds until a lease or a wait ends, by its last reply
	 * @param sentWith the number of permits that its last request was sent with
	 */
	void add(QueueKeeper keeper, String leaseId, Acquisition one, long endsNanos, int sentWith) {
		this.polls.compute(keeper.key(), (key, known) -> {
			QueuePoll poll = (known != null) ? known : new QueuePoll(this.engine, keeper);
			poll.add(leaseId, one, endsNanos, sentWith);
			return poll;
		});
	}

	void remove(QueueKeeper keeper, String leaseId) {
		this.polls.computeIfPresent(keeper.key(), (key, known) -> known.remove(leaseId) ? null : known);
	}

	/** Looks now, because messages may have been lost. */
	void look() {
		this.polls.values().forEach(QueuePoll::look);
	}

}
