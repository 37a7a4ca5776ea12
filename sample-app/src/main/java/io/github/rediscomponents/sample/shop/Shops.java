// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.github.rediscomponents.counter.PageViews;
import io.github.rediscomponents.sample.idempotency.Created;
import io.github.rediscomponents.sample.idempotency.CreationRequest;
import io.github.rediscomponents.sample.idempotency.Creations;
import io.github.rediscomponents.sample.upkeep.Change;
import io.github.rediscomponents.sample.upkeep.Changes;
import io.github.rediscomponents.sample.web.Ids;
import io.github.rediscomponents.sample.web.Page;
import io.github.rediscomponents.sample.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Shops: read through the cache, changed in the database first.
 */
@Service
public class Shops {

	private final ShopCache cache;

	private final ShopStore store;

	private final Nearby nearby;

	private final ShopUpkeep upkeep;

	private final ShopGuard guard;

	private final Changes changes;

	private final Creations creations;

	private final TransactionTemplate transaction;

	Shops(ShopCache cache, ShopStore store, Nearby nearby, ShopUpkeep upkeep, ShopGuard guard, Changes changes,
			Creations creations, PlatformTransactionManager transactions) {
		this.creations = creations;
		this.changes = changes;
		this.guard = guard;
		this.cache = cache;
		this.store = store;
		this.nearby = nearby;
		this.upkeep = upkeep;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * Returns a shop.
	 * @param id id of the shop
	 * @return the shop
	 * @throws Refused if there is no such shop
	 */
	public Shop get(long id) {
		Shop shop = (id > 0) ? this.cache.find(id) : null;
		if (shop == null) {
			throw unknown();
		}
		return shop;
	}

	/** Returns shops with their names. Pages of shops that do not exist are left out. */
	List<PopularShop> withNames(List<PageViews> pages) {
		Map<Long, Shop> found = this.cache
			.findAll(pages.stream().flatMap((page) -> Ids.parse(page.page()).stream()).toList());
		return pages.stream().flatMap((page) -> {
			Shop shop = Ids.parse(page.page()).map(found::get).orElse(null);
			return (shop != null) ? Stream.of(new PopularShop(shop.id(), shop.name(), page.views())) : Stream.empty();
		}).toList();
	}

	List<ShopType> types() {
		return this.cache.types();
	}

	List<Shop> named(@Nullable String part, long current) {
		return Page.exists(current) ? this.store.named((part != null) ? part : "", new Page((int) current)) : List.of();
	}

	/**
	 * Returns shops of a type: by distance if a place and no order is given, else in the
	 * requested order. Contains distances if a place is given.
	 */
	List<Shop> ofType(@Nullable Long typeId, long current, @Nullable Double x, @Nullable Double y,
			@Nullable String sortBy) {
		ShopOrder order = ShopOrder.of(sortBy);
		Place from = place(x, y);
		if (typeId == null) {
			throw new Refused("shop.type");
		}
		if (!Page.exists(current)) {
			return List.of();
		}
		Page page = new Page((int) current);
		if (from == null) {
			return this.store.ofType(typeId, order, page);
		}
		if (order != ShopOrder.ID) {
			return this.store.ofType(typeId, order, page)
				.stream()
				.map((shop) -> shop.at(from.metresTo(new Place(shop.x(), shop.y()))))
				.toList();
		}
		List<Near> near = this.nearby.page(typeId, from, page);
		Map<Long, Shop> shops = this.cache.findAll(near.stream().map(Near::id).toList());
		if (shops.size() < near.size()) {
			// The index has a shop that does not exist.
			this.upkeep.rebuild(typeId);
		}
		return near.stream().filter((one) -> shops.containsKey(one.id())).map((one) -> at(shops, one)).toList();
	}

	private static Shop at(Map<Long, Shop> shops, Near near) {
		Shop shop = shops.get(near.id());
		if (shop == null) {
			throw new IllegalStateException("Filtered before");
		}
		return shop.at(near.metres());
	}

	private static @Nullable Place place(@Nullable Double x, @Nullable Double y) {
		if (x == null && y == null) {
			return null;
		}
		if (x == null || y == null || !Place.isValid(x, y)) {
			throw new Refused("shop.place");
		}
		return new Place(x, y);
	}

	/**
	 * Creates a shop. It is visible immediately, also to clients that looked it up
	 * before.
	 * @return id of the shop, also if an earlier request has created it
	 */
	long create(CreationRequest<ShopChange> request) {
		Shop shop = request.content().create();
		checkType(shop.typeId());
		Created<Change> created = this.creations.create(request, () -> {
			this.store.countPlaceChange(shop.typeId());
			long number = this.store.insert(shop);
			// Before the commit: a visible row is always in the filter.
			this.guard.add(number);
			return this.changes.note(ShopTeller.KIND, 0, number);
		}, Change::targetId);
		// Also after a repetition: the first request may not have come that far.
		this.upkeep.changed(created.id(), shop.typeId());
		created.result().ifPresent(this.changes::tell);
		return created.id();
	}

	/**
	 * Changes a shop; absent fields are kept. Every read that begins after the return
	 * sees the change.
	 */
	void update(ShopChange change) {
		Long id = change.id();
		if (id == null || id <= 0) {
			throw unknown();
		}
		Changed done = Objects.requireNonNull(this.transaction.execute((status) -> {
			Shop old = this.store.lock(id).orElseThrow(Shops::unknown);
			Shop changed = change.applyTo(old);
			checkType(changed.typeId());
			if (old.typeId() != changed.typeId() || old.x() != changed.x() || old.y() != changed.y()) {
				LongStream.of(old.typeId(), changed.typeId()).distinct().sorted().forEach(this.store::countPlaceChange);
			}
			this.store.update(changed);
			return new Changed(this.changes.note(ShopTeller.KIND, 0, id), old.typeId());
		}));
		boolean seen = this.upkeep.changed(id, done.typeBefore());
		if (!this.changes.tell(done.name()) || !seen) {
			throw new Refused(HttpStatus.SERVICE_UNAVAILABLE, "shop.delayed");
		}
	}

	private void checkType(long typeId) {
		if (!this.store.hasType(typeId)) {
			throw new Refused("shop.type-unknown");
		}
	}

	private static Refused unknown() {
		return new Refused("shop.unknown");
	}

	/**
	 * A committed change.
	 *
	 * @param name the change for the index of names
	 * @param typeBefore the previous type of the shop
	 */
	private record Changed(Change name, long typeBefore) {
	}

}
