// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import io.github.rediscomponents.sample.voucher.SaleChanged;
import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.ManagersOnly;
import io.github.rediscomponents.sample.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * Changes of a flash sale.
 */
@RestController
class SaleController {

	private static final int MOST = 1_000_000_000;

	private final SaleLoader sales;

	private final ApplicationEventPublisher events;

	SaleController(SaleLoader sales, ApplicationEventPublisher events) {
		this.sales = sales;
		this.events = events;
	}

	/** Adds or removes pieces of a flash sale, or sets its status. */
	@ManagersOnly
	@PutMapping("/voucher/seckill")
	Envelope<Void> change(@RequestBody Change change) {
		if (change.id() == null) {
			throw new Refused("sale.id");
		}
		if (Math.abs((long) change.pieces()) > MOST) {
			throw new Refused("sale.pieces");
		}
		if (change.status() != null && (change.status() < 1 || change.status() > 3)) {
			throw new Refused("voucher.status");
		}
		try {
			this.sales.change(change.id(), change.pieces(), change.status());
		}
		finally {
			this.events.publishEvent(new SaleChanged(change.id()));
		}
		return Envelope.ok();
	}

	/**
	 * A change that a client requests.
	 *
	 * @param id the voucher
	 * @param addStock number of pieces to add, negative to remove
	 * @param status the status, absent to keep it
	 */
	record Change(@Nullable Long id, @Nullable Integer addStock, @Nullable Integer status) {

		int pieces() {
			return (this.addStock != null) ? this.addStock : 0;
		}

	}

}
