// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.Collection;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.queue.QueueObserver;
import io.github.rediscomponents.queue.Settlement;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.support.FailureLog;

/**
 * The leases of this process on messages of one queue for one group: each from its
 * delivery until its outcome is known. Notifies the observers and the log.
 */
final class Holdings {

	private static final Logger logger = LoggerFactory.getLogger(Holdings.class);

	private final FailureLog failures = new FailureLog(logger);

	private final String group;

	private final LiveSettings<WorkQueueSettings> settings;

	private final ObservedQueue observed;

	private final Map<String, Lease> leases;

	/**
	 * Creates a view.
	 * @param leases the leases of this process, including those of consumers of the same
	 * queue and group that stop at this moment
	 */
	Holdings(String group, LiveSettings<WorkQueueSettings> settings, ObservedQueue observed,
			Map<String, Lease> leases) {
		this.group = group;
		this.settings = settings;
		this.observed = observed;
		this.leases = leases;
	}

	WorkQueueSettings settings() {
		return this.settings.get();
	}

	QueueObserver.Source queue() {
		return this.observed.source();
	}

	Collection<Lease> all() {
		return this.leases.values();
	}

	boolean isEmpty() {
		return this.leases.isEmpty();
	}

	boolean contains(String id) {
		return this.leases.containsKey(id);
	}

	boolean contains(Lease lease) {
		return this.leases.get(lease.id()) == lease;
	}

	/** Whether no other process can have got the message. */
	boolean isHeld(Lease lease) {
		return lease.isHeld(settings().visibility().toNanos());
	}

	void delivered(Lease lease) {
		this.leases.put(lease.id(), lease);
		this.observed.delivered(this.group);
	}

	/** The lease was extended; a heartbeat may just have seen it run out. */
	void kept(Lease lease) {
		this.leases.putIfAbsent(lease.id(), lease);
	}

	void handled(long nanos, boolean failed) {
		this.observed.handled(this.group, nanos, failed);
	}

	void settled(Lease lease, Settlement settlement) {
		forget(lease);
		this.observed.settled(this.group, settlement, 1);
	}

	void forget(Lease lease) {
		this.leases.remove(lease.id(), lease);
	}

	/**
	 * The lease has run out. While it is being settled, only the reply to the settlement
	 * counts: the reply to a heartbeat does not show which process settled it.
	 */
	void lost(Lease lease) {
		if (lease.isSettling()) {
			return;
		}
		if (lease.lose()) {
			this.observed.settled(this.group, Settlement.LOST, 1);
		}
		forget(lease);
	}

	/** Recovery has moved messages to the dead letters. */
	void died(int messages) {
		this.observed.settled(this.group, Settlement.DEAD, messages);
		warn(null, "has dead letters that were delivered too often without an answer");
	}

	/** Dead letters had to make room for younger ones. */
	void dropped(long letters) {
		if (letters > 0) {
			this.observed.dropped(letters);
			warn(null, "dropped dead letters, because there were more than " + settings().maxDeadLetters());
		}
	}

	/**
	 * Logs a failure that is retried in any case.
	 * @param failure the exception
	 * @param what the rest of a sentence that begins with the queue
	 */
	void debug(Throwable failure, String what) {
		FailureLog.debug(logger, failure, "The {} queue '{}' {}", queue().kind(), queue().name(), what);
	}

	/**
	 * Logs a failure of this queue that may repeat.
	 * @param failure the exception, null if there is none
	 * @param what the rest of a sentence that begins with the queue
	 */
	void warn(@Nullable Throwable failure, String what) {
		QueueObserver.Source source = queue();
		String message = "The {} queue '{}' " + what;
		if (failure != null) {
			this.failures.warn(failure, message, source.kind(), source.name());
		}
		else {
			this.failures.warn(message, source.kind(), source.name());
		}
	}

}
