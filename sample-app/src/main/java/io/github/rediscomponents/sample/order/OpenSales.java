// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.stream.StreamQueue;
import org.springframework.stereotype.Component;

/**
 * The sales whose orders this instance stores. It consumes the orders of a sale from the
 * time the sale is known until it is over and drained.
 */
@Component
class OpenSales {

	private static final Duration PATIENCE = Duration.ofSeconds(5);

	private final Map<Long, OpenSale> open = new ConcurrentHashMap<>();

	/** Sales whose terms may be outdated in Redis. */
	private final Set<Long> outdated = ConcurrentHashMap.newKeySet();

	private final Lock changing = new ReentrantLock();

	private final SaleQueues queues;

	private final SaleScripts scripts;

	private final SaleLoader loader;

	private final OrderWriter writer;

	private final SaleProperties properties;

	private final SaleClock clock;

	OpenSales(SaleQueues queues, SaleScripts scripts, SaleLoader loader, OrderWriter writer, SaleProperties properties,
			SaleClock clock) {
		this.queues = queues;
		this.scripts = scripts;
		this.loader = loader;
		this.writer = writer;
		this.properties = properties;
		this.clock = clock;
	}

	Collection<SaleTerms> all() {
		return this.open.values().stream().map(OpenSale::terms).toList();
	}

	/**
	 * Consumes the orders of the present sales, and stops for drained ones that are over.
	 * @param present the sales in the database that are not over
	 */
	void follow(List<SaleTerms> present) {
		Map<Long, SaleTerms> byId = new HashMap<>();
		present.forEach((terms) -> byId.put(terms.voucherId(), terms));
		Set<Long> all = new HashSet<>(byId.keySet());
		all.addAll(this.open.keySet());
		EachSale.run(all, (id) -> {
			SaleTerms terms = byId.get(id);
			if (terms != null) {
				follow(terms);
			}
			else {
				leaveIfDrained(id);
			}
		});
	}

	private void follow(SaleTerms terms) {
		OpenSale known = this.open.get(terms.voucherId());
		if (known == null || known.terms().differsFrom(terms) || this.outdated.contains(terms.voucherId())) {
			load(terms.voucherId());
		}
	}

	/**
	 * Consumes the orders of sales that are over and not drained, such as those of
	 * instances that stopped before the end of the sale.
	 * @param ended sales that are over
	 */
	void pickUp(List<SaleTerms> ended) {
		EachSale.run(ended, (terms) -> {
			long id = terms.voucherId();
			if (!this.open.containsKey(id) && this.queues.of(id).stats().depth() > 0) {
				this.loader.load(id).ifPresent(this::join);
			}
		});
	}

	/**
	 * Updates or restores a sale in Redis, and consumes its orders unless it is over.
	 * @param voucherId the sale
	 */
	void load(long voucherId) {
		this.outdated.add(voucherId);
		this.loader.load(voucherId).ifPresent((terms) -> {
			if (!this.clock.isOver(terms) || this.open.containsKey(voucherId)) {
				join(terms);
			}
		});
		this.outdated.remove(voucherId);
	}

	private void join(SaleTerms terms) {
		this.changing.lock();
		try {
			this.open.compute(terms.voucherId(),
					(id, known) -> new OpenSale(terms, (known != null) ? known.subscription() : subscribe(id)));
		}
		finally {
			this.changing.unlock();
		}
	}

	private QueueSubscription subscribe(long voucherId) {
		return this.queues.of(voucherId)
			.subscribe(this.writer, SubscribeOptions.concurrency(this.properties.concurrency()));
	}

	/**
	 * Closes a sale that is over and drained: stops the consumer and deletes the keys.
	 * Dead letters keep a sale open, so that they can be redriven.
	 */
	private void leaveIfDrained(long voucherId) {
		StreamQueue<SaleOrder> queue = this.queues.of(voucherId);
		QueueStats stats = queue.stats();
		if (stats.depth() > 0 || stats.deadLetters() > 0 || !this.scripts.close(voucherId)) {
			return;
		}
		this.changing.lock();
		try {
			OpenSale left = this.open.remove(voucherId);
			if (left != null) {
				left.subscription().stop(PATIENCE);
				queue.retire();
			}
		}
		finally {
			this.changing.unlock();
		}
	}

	private record OpenSale(SaleTerms terms, QueueSubscription subscription) {
	}

}
