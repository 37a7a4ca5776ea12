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
 * How many orders were accepted and are not in the database yet. A sale that had nothing
 * on its way is asked again when this instance accepts an order, or after a while.
 */
@Component
public class SaleBacklog {

	/** Each sale costs a question to Redis; the newest are those that are bought. */
	private static final int MOST = 20;

	private static final long LOOK_AGAIN_NANOS = Duration.ofSeconds(10).toNanos();

	/** When a sale was found drained, for those that were. */
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
	 * Counts the orders of the newest sales that are not over. One script for each that
	 * has some, or may have: orders that another instance accepted are seen within ten
	 * seconds, and each second from then on.
	 * @return how many are on their way
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
	 * Orders on their way.
	 *
	 * @param orders all of them
	 * @param unread the orders that wait for a worker
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
