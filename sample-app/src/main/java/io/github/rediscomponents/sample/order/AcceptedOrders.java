// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import org.springframework.stereotype.Component;

/**
 * The orders that this instance accepted and that are not known to be stored or refused
 * yet. They are restored from here when Redis loses its data.
 */
@Component
class AcceptedOrders {

	/** Bound of the memory; further orders would be lost with Redis. */
	private static final int MOST = 200_000;

	private final Map<Long, Accepted> orders = new ConcurrentHashMap<>();

	/**
	 * Adds an order before the decision. It may be settled before the decision is known.
	 */
	void begin(SaleOrder order) {
		if (this.orders.size() < MOST) {
			this.orders.put(order.id(), new Accepted(order, false));
		}
	}

	/** Marks an order as accepted. */
	void accepted(SaleOrder order) {
		this.orders.computeIfPresent(order.id(), (id, known) -> new Accepted(order, true));
	}

	/** Removes an order that is settled in the database or was not accepted. */
	void settled(SaleOrder order) {
		this.orders.remove(order.id());
	}

	void settled(Collection<Long> orderIds) {
		this.orders.keySet().removeAll(orderIds);
	}

	boolean isEmpty() {
		return this.orders.isEmpty();
	}

	/** Returns the sales of the orders. */
	Set<Long> sales() {
		return this.orders.values().stream().map((one) -> one.order().voucherId()).collect(Collectors.toSet());
	}

	/** Returns the accepted orders. */
	List<SaleOrder> all() {
		return this.orders.values().stream().filter(Accepted::known).map(Accepted::order).toList();
	}

	private record Accepted(SaleOrder order, boolean known) {
	}

}
