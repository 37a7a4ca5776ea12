// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.sample.order.Decision.Verdict;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.User;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;

/**
 * Orders of flash sales: as many as there is stock, one per user, from any number of
 * instances.
 *
 * <p>
 * The limiter limits the load of a single user. One script decides and adds the order to
 * the queue, without reading the database. A user who orders again, because the answer
 * was lost or the button was pressed twice, receives the id of the existing order.
 */
@Service
class SeckillOrders {

	private static final String POLICY = "seckill";

	private static final int ATTEMPTS = 3;

	private final RateLimiter limiter;

	private final IdWorker ids;

	private final SaleScripts scripts;

	private final SaleStore sales;

	private final OpenSales open;

	private final AcceptedOrders accepted;

	private final SaleWatch watch;

	private final SaleClock clock;

	SeckillOrders(RateLimiter limiter, IdWorker ids, SaleScripts scripts, SaleStore sales, OpenSales open,
			AcceptedOrders accepted, SaleWatch watch, SaleClock clock) {
		this.limiter = limiter;
		this.ids = ids;
		this.scripts = scripts;
		this.sales = sales;
		this.open = open;
		this.accepted = accepted;
		this.watch = watch;
		this.clock = clock;
	}

	/**
	 * Orders one piece.
	 * @param user the user
	 * @param voucherId the voucher
	 * @return the order's id
	 * @throws Refused if the sale is not running, nothing is left, or the user has an
	 * order, which the exception names
	 */
	long order(User user, long voucherId) {
		if (!this.limiter.tryAcquire(POLICY, Long.toString(user.id())).allowed()) {
			throw new Refused("order.attempts");
		}
		SaleOrder order = SaleOrder.of(this.ids.nextId("order"), voucherId, user);
		Decision decision = decide(order);
		return switch (decision.verdict()) {
			case ACCEPTED -> decision.orderId();
			case ORDERED -> throw new Refused("order.exists").about(Long.toString(decision.orderId()));
			case OFF -> throw new Refused("voucher.not-sold");
			case NOT_BEGUN -> throw new Refused("sale.not-begun");
			case OVER -> throw new Refused("sale.over");
			case SOLD_OUT -> throw new Refused("sale.sold-out");
			case LOST, HELD -> throw new Refused(HttpStatus.SERVICE_UNAVAILABLE, "sale.unavailable");
		};
	}

	private Decision decide(SaleOrder order) {
		Decision decision = decideNow(order);
		for (int i = 1; i < ATTEMPTS && decision.verdict() == Verdict.LOST; i++) {
			bringBack(order.voucherId());
			decision = decideNow(order);
		}
		return decision;
	}

	private Decision decideNow(SaleOrder order) {
		boolean accepted = false;
		this.accepted.begin(order);
		try {
			// Checked after the order was recorded, because the shutdown waits for
			// recorded orders.
			if (this.watch.isStopped()) {
				throw new Refused(HttpStatus.SERVICE_UNAVAILABLE, "sale.restarting");
			}
			Decision decision = this.scripts.order(order, false);
			accepted = decision.verdict() == Verdict.ACCEPTED;
			return decision;
		}
		finally {
			if (accepted) {
				this.accepted.accepted(order);
			}
			else {
				this.accepted.settled(order);
			}
		}
	}

	private void bringBack(long voucherId) {
		SaleTerms terms = this.sales.find(voucherId).orElseThrow(() -> new Refused("sale.unknown"));
		if (this.clock.isOver(terms)) {
			throw new Refused("sale.over");
		}
		this.open.load(voucherId);
		this.watch.restored();
	}

}
