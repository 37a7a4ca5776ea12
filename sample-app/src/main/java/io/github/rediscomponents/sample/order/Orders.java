// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.sample.voucher.LiveStock;
import io.github.rediscomponents.sample.web.outage.RedisWatch;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.stereotype.Service;

/**
 * Returns orders, including those that are not in the database yet, and the remaining
 * stock.
 */
@Service
class Orders implements LiveStock {

	private final OrderStore store;

	private final OpenSales open;

	private final SaleScripts scripts;

	private final IdWorker ids;

	private final RedisWatch redis;

	Orders(OrderStore store, OpenSales open, SaleScripts scripts, IdWorker ids, RedisWatch redis) {
		this.store = store;
		this.open = open;
		this.scripts = scripts;
		this.ids = ids;
		this.redis = redis;
	}

	/**
	 * Returns an order of a user.
	 * @param userId the id of the user
	 * @param orderId id of the order
	 * @return the order, being placed, stored or refused
	 */
	Optional<Order> find(long userId, long orderId) {
		try {
			// Read a second time, because it may have been stored since the first read.
			return this.store.find(userId, orderId)
				.or(() -> placing(userId, orderId))
				.or(() -> this.store.find(userId, orderId));
		}
		catch (DataAccessResourceFailureException | TransientDataAccessException ex) {
			// While the database is unavailable, Redis has the order of the user.
			return Optional.of(placing(userId, orderId).orElseThrow(() -> ex));
		}
	}

	private Optional<Order> placing(long userId, long orderId) {
		return placing(userId, Set.of()).stream().filter((order) -> order.id() == orderId).findFirst();
	}

	/**
	 * Returns the newest orders of a user, those first that are being placed.
	 * @param userId the id of the user
	 */
	List<Order> ofUser(long userId) {
		List<Order> stored = this.store.ofUser(userId);
		List<Order> orders = new ArrayList<>(
				placing(userId, stored.stream().map(Order::voucherId).collect(Collectors.toSet())));
		if (!orders.isEmpty()) {
			// An order that was stored in between is not listed as being placed.
			stored = this.store.ofUser(userId);
			Set<Long> known = stored.stream().map(Order::id).collect(Collectors.toSet());
			orders.removeIf((order) -> known.contains(order.id()));
		}
		orders.addAll(stored);
		return orders;
	}

	private List<Order> placing(long userId, Set<Long> except) {
		List<Order> orders = new ArrayList<>();
		for (SaleTerms sale : this.open.all()) {
			if (!except.contains(sale.voucherId())) {
				this.scripts.orderOf(sale.voucherId(), userId).ifPresent((id) -> orders.add(placing(id, userId, sale)));
			}
		}
		return orders;
	}

	private Order placing(long id, long userId, SaleTerms sale) {
		return new Order(id, userId, sale.voucherId(), sale.shopId(), sale.title(), sale.payValue(), Order.PLACING,
				SaleTerms.local(this.ids.parse(id).instant()).truncatedTo(ChronoUnit.MILLIS));
	}

	@Override
	public OptionalLong left(long voucherId) {
		if (this.redis.isAway()) {
			return OptionalLong.empty();
		}
		try {
			return this.scripts.stock(voucherId);
		}
		catch (DataAccessException ex) {
			this.redis.failed("Reading the stock from the database", ex);
			return OptionalLong.empty();
		}
	}

}
