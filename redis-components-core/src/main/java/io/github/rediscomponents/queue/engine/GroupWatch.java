// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.queue.GroupStats;
import io.github.rediscomponents.queue.TrimPolicy;
import io.github.rediscomponents.support.FailureLog;

/**
 * Looks for groups without consumers, while this process consumes a queue that keeps
 * messages until all groups have acknowledged them. Such a group keeps every message.
 */
final class GroupWatch {

	private static final Logger logger = LoggerFactory.getLogger(GroupWatch.class);

	private final QueueEngine engine;

	private final StreamStore store;

	private final AtomicBoolean watching = new AtomicBoolean();

	private final Set<String> told = ConcurrentHashMap.newKeySet();

	GroupWatch(QueueEngine engine, StreamStore store) {
		this.engine = engine;
		this.store = store;
	}

	/** This process has begun to consume the queue. */
	void start() {
		if (this.store.settings().get().retention() == TrimPolicy.ALL_GROUPS
				&& this.watching.compareAndSet(false, true)) {
			later();
		}
	}

	private void later() {
		try {
			this.engine.background()
				.timer()
				.schedule(this::look, this.store.settings().get().consumerTtl().toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "Shut down");
		}
	}

	private void look() {
		if (!isConsumed()) {
			this.watching.set(false);
			// One that began to consume just now found it watching still.
			if (isConsumed()) {
				start();
			}
			return;
		}
		this.store.groups().statsAsync().whenComplete((groups, failure) -> {
			if (groups != null) {
				tell(groups);
			}
			later();
		});
	}

	private boolean isConsumed() {
		return this.engine.activity().stream().anyMatch((one) -> one.queue().equals(this.store.observed().source()));
	}

	private void tell(List<GroupStats> groups) {
		Duration after = this.store.settings().get().consumerTtl();
		for (GroupStats group : groups) {
			if (!group.isForgotten(after)) {
				this.told.remove(group.name());
			}
			else if (this.told.add(group.name())) {
				logger.warn(
						"Queue '{}' has no consumer for group '{}', which keeps {} messages and all that come. Consume"
								+ " it, or remove the group",
						this.store.name(), group.name(), group.lag() + group.pending());
			}
		}
	}

}
