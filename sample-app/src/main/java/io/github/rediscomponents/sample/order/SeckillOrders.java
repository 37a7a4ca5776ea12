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

	SeckillOrders(RateLimiter limiter, IdWorker ids, SaleScripts scripts, SaleStore sales, OpenSales open,
			AcceptedOrders accepted, SaleWatch watch) {
		this.limiter = limiter;
		this.ids = ids;
		this.scripts = scripts;
		this.sales = sales;
		this.open = open;
		this.accepted = accepted;
		this.watch = watch;
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
			throw new Refused("Too many attempts at once. Please wait a moment.");
		}
		SaleOrder order = SaleOrder.of(this.ids.nextId("order"), voucherId, user);
		Decision decision = decide(order);
		return switch (decision.verdict()) {
			case ACCEPTED -> decision.orderId();
			case ORDERED -> throw new Refused("You have ordered this voucher already: one per user.",
					Long.toString(decision.orderId()));
			case OFF -> throw new Refused("This voucher is not sold.");
			case NOT_BEGUN -> throw new Refused("The sale has not begun yet.");
			case OVER -> throw new Refused("The sale is over.");
			case SOLD_OUT -> throw new Refused("Sold out.");
			case LOST, HELD -> throw new Refused(HttpStatus.SERVICE_UNAVAILABLE,
					"The sale is not available right now. Please try again.");
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
				throw new Refused(HttpStatus.SERVICE_UNAVAILABLE, "The service is being restarted. Please try again.");
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
		SaleTerms terms = this.sales.find(voucherId).orElseThrow(() -> new Refused("There is no such flash sale."));
		if (terms.isOver()) {
			throw new Refused("The sale is over.");
		}
		this.open.restore(voucherId);
	}

}
