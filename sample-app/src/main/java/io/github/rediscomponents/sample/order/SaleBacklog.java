package io.github.rediscomponents.sample.order;

import java.util.Comparator;

import io.github.rediscomponents.queue.QueueStats;
import org.springframework.stereotype.Component;

/**
 * How many orders were accepted and are not in the database yet.
 */
@Component
public class SaleBacklog {

	/** Each sale costs a question to Redis; the newest are those that are bought. */
	private static final int MOST = 20;

	private final OpenSales sales;

	private final SaleQueues queues;

	SaleBacklog(OpenSales sales, SaleQueues queues) {
		this.sales = sales;
		this.queues = queues;
	}

	/**
	 * Counts the orders of the newest sales that are not over. One script for each.
	 * @return how many are on their way
	 */
	public Waiting waiting() {
		return this.sales.all()
			.stream()
			.map(SaleTerms::voucherId)
			.sorted(Comparator.reverseOrder())
			.limit(MOST)
			.map((id) -> this.queues.of(id).stats())
			.reduce(new Waiting(0, 0), Waiting::plus, Waiting::plus);
	}

	/**
	 * Orders on their way.
	 *
	 * @param orders all of them
	 * @param unread those that nobody has begun to store
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
