// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.util.List;

import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.User;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Orders of vouchers.
 */
@RestController
@RequestMapping("/voucher-order")
class OrderController {

	private final SeckillOrders seckill;

	private final OrdinaryOrders ordinary;

	private final Orders orders;

	OrderController(SeckillOrders seckill, OrdinaryOrders ordinary, Orders orders) {
		this.seckill = seckill;
		this.ordinary = ordinary;
		this.orders = orders;
	}

	/** Orders a voucher in its flash sale and returns the id of the order. */
	@PostMapping("/seckill/{id}")
	Envelope<String> order(@PathVariable("id") long voucherId, User user) {
		return Envelope.ok(Long.toString(this.seckill.order(user, voucherId)));
	}

	/** Orders a voucher that is sold at any time and returns the id of the order. */
	@PostMapping("/buy/{id}")
	Envelope<String> buy(@PathVariable("id") long voucherId, User user) {
		return Envelope.ok(Long.toString(this.ordinary.order(user, voucherId)));
	}

	/** Returns one of one's own orders. */
	@GetMapping("/{id}")
	Envelope<Order> order(User user, @PathVariable("id") long orderId) {
		return Envelope.ok(this.orders.find(user.id(), orderId).orElseThrow(() -> new Refused("order.unknown")));
	}

	/** Returns one's own orders, the newest first, at most 100. */
	@GetMapping("/me")
	Envelope<List<Order>> mine(User user) {
		return Envelope.ok(this.orders.ofUser(user.id()));
	}

}
