// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import io.github.rediscomponents.sample.idempotency.CreationRequest;
import io.github.rediscomponents.sample.idempotency.Creations;
import io.github.rediscomponents.sample.voucher.SaleChanged;
import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.ManagersOnly;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/**
 * Changes of a flash sale.
 */
@RestController
class SaleController {

	private static final int MOST = 1_000_000_000;

	private final SaleLoader sales;

	private final ApplicationEventPublisher events;

	private final Creations creations;

	SaleController(SaleLoader sales, ApplicationEventPublisher events, Creations creations) {
		this.sales = sales;
		this.events = events;
		this.creations = creations;
	}

	/**
	 * Adds or removes pieces of a flash sale, or sets its status. A request with an
	 * Idempotency-Key can be sent again without a second change.
	 */
	@ManagersOnly
	@PutMapping("/voucher/seckill")
	Envelope<Void> change(User user, @RequestBody Change change,
			@RequestHeader(name = CreationRequest.HEADER, required = false) @Nullable String key) {
		Long sale = change.id();
		if (sale == null) {
			throw new Refused("sale.id");
		}
		if (Math.abs((long) change.pieces()) > MOST) {
			throw new Refused("sale.pieces");
		}
		if (change.status() != null && (change.status() < 1 || change.status() > 3)) {
			throw new Refused("voucher.status");
		}
		CreationRequest<Change> request = CreationRequest.of(user, key, "sale change", change);
		try {
			this.creations.create(request, () -> {
				this.sales.change(sale, change.pieces(), change.status());
				return sale;
			}, Long::longValue);
		}
		finally {
			this.events.publishEvent(new SaleChanged(sale));
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
