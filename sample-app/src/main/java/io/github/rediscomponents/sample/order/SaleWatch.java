// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.sample.data.DataImported;
import io.github.rediscomponents.sample.voucher.SaleChanged;
import io.github.rediscomponents.topic.Topic;
import io.github.rediscomponents.topic.TopicSubscription;
import io.github.rediscomponents.topic.Topics;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Keeps the sales of this instance up to date. A topic announces changes to all
 * instances. A missed change is found in the database within a second.
 *
 * <p>
 * Stops before all other components: refuses new orders and waits some seconds for
 * accepted ones to be stored. The rest is stored by another instance, or after the next
 * start.
 */
@Component
class SaleWatch implements SmartLifecycle {

	/** Starts after the consumers of queues, and stops before them. */
	private static final int PHASE = DEFAULT_PHASE - 256;

	private static final Duration DRAIN = Duration.ofSeconds(4);

	/** Time after the end of a sale in which its remaining orders are consumed. */
	private static final Duration LEFTOVERS = Duration.ofDays(30);

	private static final long PICK_UP_NANOS = Duration.ofMinutes(1).toNanos();

	private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

	private static final Logger log = LoggerFactory.getLogger(SaleWatch.class);

	private final SaleStore sales;

	private final OpenSales open;

	private final LostOrders lost;

	private final AcceptedOrders accepted;

	private final SaleClock clock;

	private final Topic<SaleChanged> topic;

	/** Held by the request that submits lost orders again. */
	private final Lock lookingAfter = new ReentrantLock();

	/** Actions that failed at the last attempt and were logged. */
	private final Set<String> failing = ConcurrentHashMap.newKeySet();

	private volatile @Nullable TopicSubscription subscription;

	private volatile long nextPickUp = System.nanoTime();

	private volatile boolean running;

	private volatile boolean stopped;

	SaleWatch(SaleStore sales, OpenSales open, LostOrders lost, AcceptedOrders accepted, SaleClock clock,
			Topics topics) {
		this.sales = sales;
		this.open = open;
		this.lost = lost;
		this.accepted = accepted;
		this.clock = clock;
		this.topic = topics.get("sale", SaleChanged.class);
	}

	/** Returns whether new orders are refused. */
	boolean isStopped() {
		return this.stopped;
	}

	@Scheduled(fixedDelay = 1000)
	void look() {
		if (!this.running) {
			return;
		}
		// First, because to follow a sale can mean to wait for those who restore it.
		lookAfterOrders();
		tryTo("follow the sales", () -> this.open.follow(this.sales.endingAfter(this.clock.local())));
		if (System.nanoTime() - this.nextPickUp >= 0) {
			tryTo("pick up what is left of sales", this::pickUp);
		}
	}

	/**
	 * Submits the lost orders of this instance again at once, because a restored sale is
	 * held for a short time only.
	 */
	void restored() {
		if (this.lookingAfter.tryLock()) {
			try {
				lookAfterOrders();
			}
			finally {
				this.lookingAfter.unlock();
			}
		}
	}

	private void lookAfterOrders() {
		tryTo("look after orders", this.lost::lookAfter);
	}

	private void pickUp() {
		LocalDateTime now = this.clock.local();
		this.open.pickUp(this.sales.ended(now.minus(LEFTOVERS), now));
		this.nextPickUp = System.nanoTime() + PICK_UP_NANOS;
	}

	/** Replaces sales of an earlier database in Redis before the first request. */
	@EventListener
	void imported(DataImported event) {
		tryTo("load the sales", () -> EachSale.run(this.sales.endingAfter(this.clock.local()),
				(terms) -> this.open.load(terms.voucherId())));
	}

	/**
	 * Loads and announces a sale that was created or changed by this instance, after the
	 * commit.
	 */
	@EventListener
	void changed(SaleChanged change) {
		tryTo("load a sale", () -> this.open.load(change.voucherId()));
		tryTo("announce a sale", () -> this.topic.publish(change));
	}

	private void heard(SaleChanged change) {
		if (this.running) {
			tryTo("load a sale", () -> this.open.load(change.voucherId()));
		}
	}

	/** Runs an action. A failed action is repeated by a later check. */
	private void tryTo(String what, Runnable action) {
		try {
			action.run();
			this.failing.remove(what);
		}
		catch (DataAccessException | TransactionException | RedisComponentsException ex) {
			if (this.failing.add(what)) {
				log.warn("Cannot {}; retrying: {}", what, ex.getMessage());
			}
		}
	}

	@Override
	public void start() {
		this.running = true;
		this.stopped = false;
		this.subscription = this.topic.subscribe(this::heard);
		look();
	}

	@Override
	public void stop() {
		this.stopped = true;
		long deadline = System.nanoTime() + DRAIN.toNanos();
		while (!this.accepted.isEmpty() && System.nanoTime() < deadline) {
			LockSupport.parkNanos(PAUSE_NANOS);
		}
		this.running = false;
		TopicSubscription active = this.subscription;
		if (active != null) {
			active.close();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
