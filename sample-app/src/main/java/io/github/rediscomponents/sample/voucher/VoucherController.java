// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.voucher;

import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;

import io.github.rediscomponents.sample.shop.Shops;
import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.ManagersOnly;
import io.github.rediscomponents.sample.web.Public;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Vouchers.
 */
@RestController
@RequestMapping("/voucher")
class VoucherController {

	private final VoucherStore vouchers;

	private final Shops shops;

	private final LiveStock stock;

	private final ApplicationEventPublisher events;

	VoucherController(VoucherStore vouchers, Shops shops, LiveStock stock, ApplicationEventPublisher events) {
		this.vouchers = vouchers;
		this.shops = shops;
		this.stock = stock;
		this.events = events;
	}

	/** Returns the vouchers of a shop that are on sale. */
	@Public
	@GetMapping("/list/{shopId}")
	Envelope<List<Voucher>> list(@PathVariable long shopId) {
		return Envelope.ok(this.vouchers.ofShop(shopId).stream().map(this::live).toList());
	}

	/** Creates an ordinary voucher and returns its id. */
	@ManagersOnly
	@PostMapping
	Envelope<Long> create(@RequestBody NewVoucher voucher) {
		return create(voucher.ordinary());
	}

	/** Creates a voucher for a flash sale and returns its id. */
	@ManagersOnly
	@PostMapping("/seckill")
	Envelope<Long> createSeckill(@RequestBody NewVoucher voucher) {
		Envelope<Long> created = create(voucher.seckill());
		this.events.publishEvent(new SaleChanged(Objects.requireNonNull(created.data())));
		return created;
	}

	private Voucher live(Voucher voucher) {
		OptionalLong left = (voucher.type() == Voucher.SECKILL) ? this.stock.left(voucher.id()) : OptionalLong.empty();
		return left.isPresent() ? voucher.withStock(Math.toIntExact(left.getAsLong())) : voucher;
	}

	private Envelope<Long> create(Voucher voucher) {
		this.shops.get(voucher.shopId());
		return Envelope.ok(this.vouchers.insert(voucher));
	}

}
