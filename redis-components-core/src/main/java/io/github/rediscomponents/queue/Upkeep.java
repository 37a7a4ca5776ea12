package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.Utf8;

/**
 * What a consumer does besides reading: heartbeats, delivering again what is due, and
 * forgetting dead consumers. At most one recovery of a consumer is under way.
 */
final class Upkeep {

	private static final Logger logger = LoggerFactory.getLogger(Upkeep.class);

	private static final long LONGEST_PAUSE_MILLIS = 5000;

	private static final long NEVER = Long.MAX_VALUE;

	private static final int MOST = 500;

	/** How many unknown entries a heartbeat tells at most. */
	private static final int PAGE = 100;

	private static final long AGAIN_MILLIS = 100;

	/** A reply that is still on its way is younger. */
	private static final long ORPHANED_MILLIS = 1000;

	private final QueueConsumer consumer;

	private final GroupStore store;

	private final LiveSettings<StreamQueueSettings> settings;

	private final Background background;

	private final AtomicBoolean recovering = new AtomicBoolean();

	/** When the next back-off ends, by the monotonic clock, as far as is known. */
	private final AtomicLong retryAt = new AtomicLong(NEVER);

	private volatile String cursor = "-";

	private volatile long forgotAt = System.nanoTime();

	private volatile boolean suspicious;

	private volatile boolean stopped;

	Upkeep(QueueConsumer consumer, GroupStore store, LiveSettings<StreamQueueSettings> settings,
			Background background) {
		this.consumer = consumer;
		this.store = store;
		this.settings = settings;
		this.background = background;
	}

	void start() {
		tickRecovery();
		after(this.settings.get().visibility().toMillis() / 3, this::tickHeartbeat);
	}

	void stop() {
		this.stopped = true;
	}

	boolean hasRetriesDue() {
		long at = this.retryAt.get();
		return at != NEVER && at - System.nanoTime() <= 0;
	}

	/** There may be room for what was due. */
	void changed() {
		if (hasRetriesDue() && this.consumer.wants()) {
			recover();
		}
	}

	void retryIn(Duration delay) {
		long at = System.nanoTime() + delay.toNanos();
		if (this.retryAt.accumulateAndGet(at, (a, b) -> (a == NEVER || a - b > 0) ? b : a) == at) {
			// The server counts a millisecond more, and it must be over there.
			after(delay.toMillis() + 2, this::recover);
		}
	}

	private void tickRecovery() {
		long pause = Math.min(this.settings.get().visibility().toMillis() / 3, LONGEST_PAUSE_MILLIS);
		after(pause - ThreadLocalRandom.current().nextLong(pause / 5 + 1), this::tickRecovery);
		Collection<Lease> held = this.consumer.held().values();
		this.consumer
			.expire(held.stream().filter((lease) -> !lease.isRenewed() && !this.consumer.isHeld(lease)).toList());
		look();
		recover();
	}

	private void recover() {
		if (this.stopped || this.consumer.isStopped() || !this.recovering.compareAndSet(false, true)) {
			return;
		}
		StreamQueueSettings by = this.settings.get();
		int room = Math.min(MOST, this.consumer.room());
		long now = System.nanoTime();
		boolean forget = now - this.forgotAt > Math.min(by.consumerTtl().toNanos(), TimeUnit.MINUTES.toNanos(1));
		if (forget) {
			this.forgotAt = now;
		}
		if (hasRetriesDue()) {
			this.retryAt.set(NEVER);
		}
		this.store.recover(by, room, this.cursor, forget).whenComplete((reply, failure) -> {
			this.recovering.set(false);
			if (failure == null) {
				recovered(reply, room);
			}
			else if (GroupStore.isGone(failure)) {
				this.consumer.createGroup();
			}
			else {
				if (failure instanceof RedisErrorException) {
					this.consumer.warn(failure, "cannot look for what other processes left; retrying");
				}
				logger.debug("Recovery goes on later", failure);
			}
		});
	}

	private void recovered(List<Object> reply, int room) {
		String next = Utf8.text(reply.get(0));
		this.cursor = next.isEmpty() ? "-" : next;
		long due = Utf8.number(reply.get(1));
		long dead = Utf8.number(reply.get(2));
		if (dead > 0) {
			this.consumer.died((int) dead);
			this.consumer.warn(null, "has dead letters that were delivered too often without an answer");
		}
		this.consumer.dropped(Utf8.number(reply.get(3)));
		for (Object claimed : reply.subList(4, reply.size())) {
			List<?> parts = (List<?>) claimed;
			this.consumer.delivered(GroupStore.lease(parts.get(0), Utf8.number(parts.get(1)), parts.get(2)));
		}
		if (due >= 0) {
			retryIn(Duration.ofMillis(due));
		}
		if (!next.isEmpty() && room > 0 && this.consumer.room() > 0) {
			recover();
		}
	}

	private void tickHeartbeat() {
		StreamQueueSettings by = this.settings.get();
		long visibility = by.visibility().toMillis();
		after(visibility / 3, this::tickHeartbeat);
		beat(Math.max(ORPHANED_MILLIS, visibility / 3));
	}

	/**
	 * The reply to a read was lost: what it delivered is looked for without waiting for
	 * the next heartbeat.
	 */
	void readFailed() {
		if (!this.suspicious) {
			this.suspicious = true;
			after(ORPHANED_MILLIS + AGAIN_MILLIS, this::look);
		}
	}

	private void look() {
		if (this.suspicious) {
			beat(ORPHANED_MILLIS);
		}
	}

	private void beat(long orphanedMillis) {
		Map<String, Lease> held = this.consumer.held();
		List<Lease> kept = held.values().stream().filter(Lease::isRenewed).sorted(Lease::compare).toList();
		long sent = System.nanoTime();
		this.store.extend(kept, orphanedMillis).whenComplete((reply, failure) -> {
			if (failure != null) {
				if (failure instanceof RedisErrorException) {
					this.consumer.warn(failure, "cannot extend what this process works on; retrying");
				}
				logger.debug("A heartbeat failed", failure);
				return;
			}
			kept.forEach((lease) -> lease.extendedAt(sent));
			if (orphanedMillis == ORPHANED_MILLIS) {
				this.suspicious = false;
			}
			((List<?>) reply.get(0)).forEach((id) -> gone(held.get(Utf8.text(id)), kept));
			List<?> pending = (List<?>) reply.get(1);
			takeBack(pending);
			if (pending.size() >= 2 * PAGE) {
				// There may be more of them than the script tells at once.
				after(AGAIN_MILLIS, () -> beat(orphanedMillis));
			}
		});
	}

	private void gone(@Nullable Lease lease, List<Lease> kept) {
		if (lease != null && kept.contains(lease)) {
			this.consumer.lost(lease);
		}
	}

	/** What was delivered here with a reply that never came. */
	private void takeBack(List<?> pending) {
		List<Lease> unknown = new ArrayList<>();
		for (int i = 0; i < pending.size(); i += 2) {
			String id = Utf8.text(pending.get(i));
			if (!this.consumer.held().containsKey(id)) {
				unknown.add(Lease.unseen(id, (int) Utf8.number(pending.get(i + 1))));
			}
		}
		this.consumer.takeBack(unknown);
	}

	private void after(long millis, Runnable task) {
		if (this.stopped) {
			return;
		}
		try {
			this.background.timer().schedule(() -> {
				if (!this.stopped) {
					task.run();
				}
			}, millis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Shut down", ex);
		}
	}

}
