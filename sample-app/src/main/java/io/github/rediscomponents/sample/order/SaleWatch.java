// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

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
 * Has this instance take part in the sales that there are. A change is told to all
 * instances by a topic; what was missed is seen in the database within a second.
 *
 * <p>
 * Stops before everything else: new orders are refused, and those that were accepted here
 * get some seconds to be stored. What is left is stored by another instance, or after the
 * next start.
 */
@Component
class SaleWatch implements SmartLifecycle {

	/** Before those who consume queues stop, and after they have started. */
	private static final int PHASE = DEFAULT_PHASE - 256;

	private static final Duration DRAIN = Duration.ofSeconds(4);

	/** How long after its end a sale is watched for orders on their way. */
	private static final Duration LEFTOVERS = Duration.ofDays(30);

	private static final long PICK_UP_NANOS = Duration.ofMinutes(1).toNanos();

	private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

	private static final Logger log = LoggerFactory.getLogger(SaleWatch.class);

	private final SaleStore sales;

	private final OpenSales open;

	private final LostOrders lost;

	private final AcceptedOrders accepted;

	private final Topic<SaleChanged> topic;

	/** What was not possible when it was last tried, and was said. */
	private final Set<String> failing = ConcurrentHashMap.newKeySet();

	private volatile @Nullable TopicSubscription subscription;

	private volatile long nextPickUp = System.nanoTime();

	private volatile boolean running;

	private volatile boolean stopped;

	SaleWatch(SaleStore sales, OpenSales open, LostOrders lost, AcceptedOrders accepted, Topics topics) {
		this.sales = sales;
		this.open = open;
		this.lost = lost;
		this.accepted = accepted;
		this.topic = topics.get("sale", SaleChanged.class);
	}

	/** Whether orders are taken. */
	boolean isStopped() {
		return this.stopped;
	}

	@Scheduled(fixedDelay = 1000)
	void look() {
		if (!this.running) {
			return;
		}
		tryTo("follow the sales", () -> this.open.follow(this.sales.endingAfter(LocalDateTime.now())));
		tryTo("look after orders", this.lost::lookAfter);
		if (System.nanoTime() - this.nextPickUp >= 0) {
			tryTo("pick up what is left of sales", this::pickUp);
		}
	}

	private void pickUp() {
		LocalDateTime now = LocalDateTime.now();
		this.open.pickUp(this.sales.ended(now.minus(LEFTOVERS), now));
		this.nextPickUp = System.nanoTime() + PICK_UP_NANOS;
	}

	/** What Redis had of an earlier database is gone before the first request comes. */
	@EventListener
	void imported(DataImported event) {
		tryTo("load the sales", () -> this.sales.endingAfter(LocalDateTime.now())
			.forEach((terms) -> this.open.load(terms.voucherId())));
	}

	/** A sale was created or changed here, and that is committed. */
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

	/** What cannot be done now is done by a later look. */
	private void tryTo(String what, Runnable action) {
		try {
			action.run();
			this.failing.remove(what);
		}
		catch (DataAccessException | TransactionException | RedisComponentsException ex) {
			if (this.failing.add(what)) {
				log.warn("Cannot {} yet, and goes on trying: {}", what, ex.getMessage());
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
