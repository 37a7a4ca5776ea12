// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.rediscomponents.queue.QueueStats;
import org.springframework.stereotype.Component;

/**
 * The number of accepted orders that are not in the database yet. A drained sale is
 * checked again when this instance accepts an order, or after a while.
 */
@Component
public class SaleBacklog {

	/** The most sales that are read, one round trip each; the newest ones are bought. */
	private static final int MOST = 20;

	private static final long LOOK_AGAIN_NANOS = Duration.ofSeconds(10).toNanos();

	/** Time at which each drained sale was found drained. */
	private final Map<Long, Long> drained = new ConcurrentHashMap<>();

	private final OpenSales sales;

	private final SaleQueues queues;

	private final AcceptedOrders accepted;

	SaleBacklog(OpenSales sales, SaleQueues queues, AcceptedOrders accepted) {
		this.accepted = accepted;
		this.sales = sales;
		this.queues = queues;
	}

	/**
	 * Counts the orders of the newest sales that are not over, with one script for each
	 * sale that is not known to be drained. Orders that another instance accepted are
	 * seen within ten seconds, and every second from then on.
	 * @return the backlog
	 */
	public Waiting waiting() {
		List<Long> newest = this.sales.all()
			.stream()
			.map(SaleTerms::voucherId)
			.sorted(Comparator.reverseOrder())
			.limit(MOST)
			.toList();
		this.drained.keySet().retainAll(newest);
		Set<Long> busy = this.accepted.sales();
		return newest.stream()
			.filter((id) -> busy.contains(id) || !isDrained(id))
			.map(this::ask)
			.reduce(new Waiting(0, 0), Waiting::plus, Waiting::plus);
	}

	private boolean isDrained(long voucherId) {
		Long seen = this.drained.get(voucherId);
		return seen != null && System.nanoTime() - seen < LOOK_AGAIN_NANOS;
	}

	private QueueStats ask(long voucherId) {
		QueueStats stats = this.queues.of(voucherId).stats();
		if (stats.depth() > 0) {
			this.drained.remove(voucherId);
		}
		else {
			this.drained.put(voucherId, System.nanoTime());
		}
		return stats;
	}

	/**
	 * A backlog of orders.
	 *
	 * @param orders number of all orders
	 * @param unread number of orders that wait for a worker
	 */
	public record Waiting(long orders, long unread) {

		Waiting plus(QueueStats stats) {
			return new Waiting(this.orders + stats.depth(), this.unread + stats.lag());
		}

		Waiting plus(Waiting other) {
			return new Waiting(this.orders + other.orders, this.unread + other.unread);
		}

	}

}
