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
import io.github.rediscomponents.sample.web.RedisWatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.stereotype.Service;

/**
 * Looks at orders, those included that are on their way to the database, and at what is
 * left.
 */
@Service
class Orders implements LiveStock {

	private static final Logger log = LoggerFactory.getLogger(Orders.class);

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
	 * An order of a user.
	 * @param userId the id of the user
	 * @param orderId the one
	 * @return the order, being placed, stored or refused
	 */
	Optional<Order> find(long userId, long orderId) {
		try {
			// Asked a second time: it may have got there while its sale was asked.
			return this.store.find(userId, orderId)
				.or(() -> placing(userId, orderId))
				.or(() -> this.store.find(userId, orderId));
		}
		catch (DataAccessResourceFailureException | TransientDataAccessException ex) {
			// While the database is away Redis knows that it is a user's order.
			return Optional.of(placing(userId, orderId).orElseThrow(() -> ex));
		}
	}

	private Optional<Order> placing(long userId, long orderId) {
		return placing(userId, Set.of()).stream().filter((order) -> order.id() == orderId).findFirst();
	}

	/**
	 * The newest orders of a user, those first that are being placed.
	 * @param userId the id of the user
	 */
	List<Order> ofUser(long userId) {
		List<Order> stored = this.store.ofUser(userId);
		List<Order> orders = new ArrayList<>(
				placing(userId, stored.stream().map(Order::voucherId).collect(Collectors.toSet())));
		if (!orders.isEmpty()) {
			// What was stored meanwhile is not listed as being placed.
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
			this.redis.failed();
			log.debug("The stock is that of the database", ex);
			return OptionalLong.empty();
		}
	}

}
