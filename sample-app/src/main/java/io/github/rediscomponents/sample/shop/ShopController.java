// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.util.List;

import io.github.rediscomponents.sample.idempotency.CreationRequest;
import io.github.rediscomponents.sample.web.ClientAddress;
import io.github.rediscomponents.sample.web.Envelope;
import io.github.rediscomponents.sample.web.ManagersOnly;
import io.github.rediscomponents.sample.web.Public;
import io.github.rediscomponents.sample.web.User;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Shops and their types.
 */
@RestController
class ShopController {

	private final Shops shops;

	private final Visitors visitors;

	private final Suggestions suggestions;

	ShopController(Shops shops, Visitors visitors, Suggestions suggestions) {
		this.suggestions = suggestions;
		this.shops = shops;
		this.visitors = visitors;
	}

	/** Returns the types of shops, in their order. */
	@Public
	@GetMapping("/shop-type/list")
	Envelope<List<ShopType>> types() {
		return Envelope.ok(this.shops.types());
	}

	/** Returns a shop. Counts a visitor. */
	@Public
	@GetMapping("/shop/{id}")
	Envelope<Shop> shop(@PathVariable long id, @Nullable User user, HttpServletRequest request) {
		Shop shop = this.shops.get(id);
		if (user != null) {
			this.visitors.came(id, user);
		}
		else {
			this.visitors.came(id, "address:" + ClientAddress.whole(request));
		}
		return Envelope.ok(shop);
	}

	/**
	 * Returns ten shops of a type: by distance if x and y are given, unless sortBy is
	 * score or comments.
	 */
	@Public
	@GetMapping("/shop/of/type")
	Envelope<List<Shop>> ofType(@RequestParam(required = false) @Nullable Long typeId,
			@RequestParam(defaultValue = "1") long current, @RequestParam(required = false) @Nullable Double x,
			@RequestParam(required = false) @Nullable Double y,
			@RequestParam(required = false) @Nullable String sortBy) {
		return Envelope.ok(this.shops.ofType(typeId, current, x, y, sortBy));
	}

	/** Returns ten shops whose names contain a text. */
	@Public
	@GetMapping("/shop/of/name")
	Envelope<List<Shop>> named(@RequestParam(required = false) @Nullable String name,
			@RequestParam(defaultValue = "1") long current) {
		return Envelope.ok(this.shops.named(name, current));
	}

	/** Returns shops whose names begin with a prefix, the most sold first. */
	@Public
	@GetMapping("/shop/suggest")
	Envelope<List<ShopName>> suggest(@RequestParam(defaultValue = "") String prefix,
			@RequestParam(defaultValue = "10") int limit) {
		return Envelope.ok(this.suggestions.find(prefix, limit));
	}

	/**
	 * Creates a shop and returns its id. A request with an Idempotency-Key can be sent
	 * again without a second shop.
	 */
	@ManagersOnly
	@PostMapping("/shop")
	Envelope<Long> create(User user, @RequestBody ShopChange shop,
			@RequestHeader(name = CreationRequest.HEADER, required = false) @Nullable String key) {
		return Envelope.ok(this.shops.create(CreationRequest.of(user, key, "shop", shop)));
	}

	/** Changes a shop; absent fields are kept. */
	@ManagersOnly
	@PutMapping("/shop")
	Envelope<Void> update(@RequestBody ShopChange shop) {
		this.shops.update(shop);
		return Envelope.ok();
	}

}
