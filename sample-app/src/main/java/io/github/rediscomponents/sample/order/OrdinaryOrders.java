// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;

import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.ratelimit.RateLimiter;
import io.github.rediscomponents.sample.activity.Activities;
import io.github.rediscomponents.sample.voucher.Voucher;
import io.github.rediscomponents.sample.voucher.VoucherStore;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.User;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Service;

/**
 * Orders of vouchers that are sold at any time: as many as there are users, one per user.
 *
 * <p>
 * The unique constraint of the database decides, from any number of instances. A user who
 * orders again receives the id of the existing order.
 */
@Service
class OrdinaryOrders {

	private static final String POLICY = "buy";

	private final RateLimiter limiter;

	private final IdWorker ids;

	private final VoucherStore vouchers;

	private final OrderStore orders;

	private final Activities activities;

	OrdinaryOrders(RateLimiter limiter, IdWorker ids, VoucherStore vouchers, OrderStore orders, Activities activities) {
		this.limiter = limiter;
		this.ids = ids;
		this.vouchers = vouchers;
		this.orders = orders;
		this.activities = activities;
	}

	/**
	 * Orders one piece. The order is stored on return.
	 * @param user the user
	 * @param voucherId the voucher
	 * @return the order's id
	 * @throws Refused if the voucher is not sold this way, or the user has an order,
	 * which the exception names
	 */
	long order(User user, long voucherId) {
		if (!this.limiter.tryAcquire(POLICY, Long.toString(user.id())).allowed()) {
			throw new Refused("order.attempts");
		}
		Voucher voucher = this.vouchers.find(voucherId).orElseThrow(() -> new Refused("voucher.unknown"));
		if (voucher.type() != Voucher.ORDINARY) {
			throw new Refused("voucher.in-sale");
		}
		if (voucher.status() != Voucher.ON) {
			throw new Refused("voucher.not-sold");
		}
		refuseSecond(user, voucherId);
		SaleOrder order = SaleOrder.of(this.ids.nextId("order"), voucherId, user);
		try {
			this.orders.insert(order, LocalDateTime.now().truncatedTo(ChronoUnit.MILLIS));
		}
		catch (DuplicateKeyException ex) {
			refuseSecond(user, voucherId);
			throw ex;
		}
		this.activities.ordered(user, voucherId);
		return order.id();
	}

	private void refuseSecond(User user, long voucherId) {
		this.orders.ofUser(user.id(), voucherId).ifPresent((id) -> {
			throw new Refused("order.exists").about(Long.toString(id));
		});
	}

}
