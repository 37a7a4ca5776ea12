// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Set;

import io.github.rediscomponents.sample.voucher.SaleChanged;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/**
 * What the database and Redis have of a flash sale, for an account of it.
 */
@Component
public class SaleLedger {

	private static final int EXPIRED = 3;

	private final SaleStore sales;

	private final OrderStore orders;

	private final SaleScripts scripts;

	private final OpenSales open;

	private final ApplicationEventPublisher events;

	SaleLedger(SaleStore sales, OrderStore orders, SaleScripts scripts, OpenSales open,
			ApplicationEventPublisher events) {
		this.sales = sales;
		this.orders = orders;
		this.scripts = scripts;
		this.open = open;
		this.events = events;
	}

	/** Returns the stored orders of a sale by user. */
	public Map<Long, Long> stored(long voucherId) {
		return this.orders.byUser(voucherId);
	}

	/** Returns the accepted orders of a sale that were finally refused. */
	public Set<Long> refused(long voucherId) {
		return Set.copyOf(this.orders.refused(voucherId));
	}

	/** Returns the number of stored orders of a sale. */
	public long count(long voucherId) {
		return this.orders.count(voucherId);
	}

	/** Returns the stock in the database. */
	public int stock(long voucherId) {
		return this.sales.find(voucherId).map(SaleTerms::stock).orElse(0);
	}

	/** Returns the number of buyers in Redis. */
	public long buyers(long voucherId) {
		return this.scripts.buyerCount(voucherId);
	}

	/** Returns whether Redis has the sale. */
	public boolean isInRedis(long voucherId) {
		return this.scripts.stock(voucherId).isPresent();
	}

	/**
	 * Restores a sale that Redis has lost. Does nothing if Redis has it.
	 * @param voucherId the sale
	 */
	public void restore(long voucherId) {
		this.open.load(voucherId);
	}

	/**
	 * Ends a sale now. Every instance stops to consume its orders when they are stored.
	 * @param voucherId the sale
	 */
	public void end(long voucherId) {
		this.sales.setStatus(voucherId, EXPIRED);
		this.sales.end(voucherId, LocalDateTime.now().truncatedTo(ChronoUnit.MILLIS));
		this.events.publishEvent(new SaleChanged(voucherId));
	}

}
