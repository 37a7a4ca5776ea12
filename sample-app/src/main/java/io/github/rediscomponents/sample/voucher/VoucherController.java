// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.voucher;

import java.util.List;
import java.util.OptionalLong;

import io.github.rediscomponents.sample.idempotency.CreationRequest;
import io.github.rediscomponents.sample.idempotency.Creations;
import io.github.rediscomponents.sample.shop.Shops;
import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.ManagersOnly;
import io.github.rediscomponents.sample.web.Public;
import io.github.rediscomponents.sample.web.User;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
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

	private final Creations creations;

	VoucherController(VoucherStore vouchers, Shops shops, LiveStock stock, ApplicationEventPublisher events,
			Creations creations) {
		this.creations = creations;
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

	/**
	 * Creates an ordinary voucher and returns its id. A request with an Idempotency-Key
	 * can be sent again without a second voucher.
	 */
	@ManagersOnly
	@PostMapping
	Envelope<Long> create(User user, @RequestBody NewVoucher voucher,
			@RequestHeader(name = CreationRequest.HEADER, required = false) @Nullable String key) {
		return Envelope.ok(create(CreationRequest.of(user, key, "voucher", voucher), voucher.ordinary()));
	}

	/**
	 * Creates a voucher for a flash sale and returns its id. A request with an
	 * Idempotency-Key can be sent again without a second sale.
	 */
	@ManagersOnly
	@PostMapping("/seckill")
	Envelope<Long> createSeckill(User user, @RequestBody NewVoucher voucher,
			@RequestHeader(name = CreationRequest.HEADER, required = false) @Nullable String key) {
		long created = create(CreationRequest.of(user, key, "sale", voucher), voucher.seckill());
		// Also after a repetition: the first request may not have come that far.
		this.events.publishEvent(new SaleChanged(created));
		return Envelope.ok(created);
	}

	private Voucher live(Voucher voucher) {
		OptionalLong left = (voucher.type() == Voucher.SECKILL) ? this.stock.left(voucher.id()) : OptionalLong.empty();
		return left.isPresent() ? voucher.withStock(Math.toIntExact(left.getAsLong())) : voucher;
	}

	private long create(CreationRequest<NewVoucher> request, Voucher voucher) {
		this.shops.get(voucher.shopId());
		return this.creations.create(request, () -> this.vouchers.insert(voucher), Long::longValue).id();
	}

}
