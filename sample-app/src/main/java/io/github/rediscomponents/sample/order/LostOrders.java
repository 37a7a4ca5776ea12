// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.github.rediscomponents.queue.QueueStats;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Checks the orders that this instance accepted until each is stored or refused. An order
 * that Redis has lost is submitted again if the sale still has stock, and is finally
 * refused otherwise.
 */
@Component
class LostOrders {

	private static final int AT_ONCE = 500;

	private final AcceptedOrders accepted;

	private final OrderStore orders;

	private final SaleScripts scripts;

	private final SaleQueues queues;

	private final SaleLoader loader;

	private final OrderWriter writer;

	LostOrders(AcceptedOrders accepted, OrderStore orders, SaleScripts scripts, SaleQueues queues, SaleLoader loader,
			OrderWriter writer) {
		this.accepted = accepted;
		this.orders = orders;
		this.scripts = scripts;
		this.queues = queues;
		this.loader = loader;
		this.writer = writer;
	}

	/** Checks all accepted orders once. */
	void lookAfter() {
		Map<Long, List<SaleOrder>> waiting = this.accepted.all()
			.stream()
			.collect(Collectors.groupingBy(SaleOrder::voucherId));
		EachSale.run(waiting.entrySet(), (sale) -> lookAfter(sale.getKey(), sale.getValue()));
	}

	private void lookAfter(long voucherId, List<SaleOrder> waiting) {
		// Read before the database, so that an order that is settled in between does not
		// count as lost.
		QueueStats queue = this.queues.of(voucherId).stats();
		boolean drained = queue.depth() == 0 && queue.deadLetters() == 0;
		for (int i = 0; i < waiting.size(); i += AT_ONCE) {
			lookAfter(voucherId, waiting.subList(i, Math.min(waiting.size(), i + AT_ONCE)), drained);
		}
	}

	private void lookAfter(long voucherId, List<SaleOrder> waiting, boolean drained) {
		Set<SaleOrder> missing = missing(voucherId, waiting);
		Set<Long> settled = this.orders.settled(waiting.stream().map(SaleOrder::id).toList());
		this.accepted.settled(settled);
		waiting.stream().filter((order) -> !settled.contains(order.id())).forEach((order) -> {
			if (missing.contains(order)) {
				restore(order, false);
			}
			else if (drained) {
				this.scripts.resend(order);
			}
		});
	}

	/** Returns the orders that their sale does not know. */
	private Set<SaleOrder> missing(long voucherId, List<SaleOrder> waiting) {
		List<@Nullable String> known = this.scripts.ordersOf(voucherId,
				waiting.stream().map(SaleOrder::userId).toList());
		return IntStream.range(0, waiting.size())
			.filter((i) -> !Long.toString(waiting.get(i).id()).equals(known.get(i)))
			.mapToObj(waiting::get)
			.collect(Collectors.toSet());
	}

	/**
	 * Submits an order again. An order that is lost once more is left to the next check.
	 */
	private void restore(SaleOrder order, boolean again) {
		Decision decision = this.scripts.order(order, true);
		switch (decision.verdict()) {
			case LOST -> {
				if (this.loader.load(order.voucherId()).isEmpty()) {
					this.writer.refuse(order, Refusal.LOST);
				}
				else if (!again) {
					restore(order, true);
				}
			}
			case SOLD_OUT -> this.writer.refuse(order, Refusal.LOST);
			case ORDERED -> {
				if (decision.orderId() != order.id()) {
					this.writer.refuse(order, Refusal.LOST);
				}
			}
			default -> {
				// Submitted again.
			}
		}
	}

}
