package io.github.rediscomponents.lock;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The queues in which this process waits.
 */
final class QueuePolls {

	private final LeaseEngine engine;

	private final ConcurrentMap<String, QueuePoll> polls = new ConcurrentHashMap<>();

	QueuePolls(LeaseEngine engine) {
		this.engine = engine;
	}

	/**
	 * One waits from now on, and is woken when its turn has come.
	 * @param endsNanos after which time something ends, as far as it knows
	 */
	void add(QueueKeeper keeper, String leaseId, Acquisition one, long endsNanos) {
		this.polls.compute(keeper.key(), (key, known) -> {
			QueuePoll poll = (known != null) ? known : new QueuePoll(this.engine, keeper);
			poll.add(leaseId, one, endsNanos);
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
