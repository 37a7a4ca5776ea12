package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
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
			this.orders.put(order.id(), new Accepted(order, null));
		}
	}

	/** It was accepted. */
	void accepted(SaleOrder order) {
		this.orders.computeIfPresent(order.id(), (id, known) -> new Accepted(order, System.nanoTime()));
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

	/** Those that were accepted some time ago. */
	List<SaleOrder> olderThan(Duration age) {
		long now = System.nanoTime();
		return this.orders.values()
			.stream()
			.filter((accepted) -> accepted.since() != null && now - accepted.since() >= age.toNanos())
			.map(Accepted::order)
			.toList();
	}

	private record Accepted(SaleOrder order, @Nullable Long since) {
	}

}
