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
 * The orders that this instance accepted and of which it does not know yet that they are
 * stored or refused. When Redis loses everything this is where they can be had again.
 */
@Component
class AcceptedOrders {

	/** For more of them there is no memory: those would be lost with Redis. */
	private static final int MOST = 200_000;

	private final Map<Long, Accepted> orders = new ConcurrentHashMap<>();

	/** An order is about to be decided about, and may be settled before that is known. */
	void begin(SaleOrder order) {
		if (this.orders.size() < MOST) {
			this.orders.put(order.id(), new Accepted(order, false));
		}
	}

	/** It was accepted. */
	void accepted(SaleOrder order) {
		this.orders.computeIfPresent(order.id(), (id, known) -> new Accepted(order, true));
	}

	/** What became of an order is in the database, or it was not accepted. */
	void settled(SaleOrder order) {
		this.orders.remove(order.id());
	}

	void settled(Collection<Long> orderIds) {
		this.orders.keySet().removeAll(orderIds);
	}

	boolean isEmpty() {
		return this.orders.isEmpty();
	}

	/** The sales that they are of. */
	Set<Long> sales() {
		return this.orders.values().stream().map((one) -> one.order().voucherId()).collect(Collectors.toSet());
	}

	/** Those that were accepted. */
	List<SaleOrder> all() {
		return this.orders.values().stream().filter(Accepted::known).map(Accepted::order).toList();
	}

	private record Accepted(SaleOrder order, boolean known) {
	}

}
