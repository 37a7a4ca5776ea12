package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for groups that nobody consumes for, while this process consumes a queue whose
 * messages stay until all groups have acknowledged them. Such a group keeps every message
 * from then on.
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
		if (this.store.settings().get().retention() == Retention.ALL_GROUPS
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
			logger.debug("Shut down", ex);
		}
	}

	private void look() {
		if (this.engine.activity().stream().noneMatch((one) -> one.queue().equals(this.store.observed().source()))) {
			this.watching.set(false);
			return;
		}
		this.store.groups().statsAsync().whenComplete((groups, failure) -> {
			if (groups != null) {
				tell(groups);
			}
			later();
		});
	}

	private void tell(List<GroupStats> groups) {
		Duration after = this.store.settings().get().consumerTtl();
		for (GroupStats group : groups) {
			if (!group.isForgotten(after)) {
				this.told.remove(group.name());
			}
			else if (this.told.add(group.name())) {
				logger.warn(
						"Nobody consumes queue '{}' for group '{}', which keeps {} messages and all that come. Have"
								+ " it consumed, or remove the group",
						this.store.name(), group.name(), group.lag() + group.pending());
			}
		}
	}

}
