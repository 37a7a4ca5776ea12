// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.github.rediscomponents.geo.GeoArea;
import io.github.rediscomponents.geo.GeoHit;
import io.github.rediscomponents.geo.GeoIndex;
import io.github.rediscomponents.geo.GeoPage;
import io.github.rediscomponents.geo.GeoPoint;
import io.github.rediscomponents.geo.GeoResult;
import io.github.rediscomponents.sample.web.Ids;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The places of the shops of each type, in the geo index {@code shops:<type>}. An index
 * is either complete or empty. Single changes apply only to an existing index. A rebuilt
 * index replaces it only if nothing changed while the database was read. The database
 * counts the changes of a type, in the transaction of the change.
 */
@Component
class NearbyIndex {

	/** Number of shops below which a search over the whole earth is cheap. */
	private static final int FEW = 500;

	/** Radii in metres; the last one reaches the other side of the earth. */
	private static final double[] RADII = { 5_000, 50_000, 500_000, GeoArea.MAX_RADIUS };

	private static final int SPARE = 16;

	private final GeoIndex geo;

	private final ShopStore store;

	private final TransactionTemplate transaction;

	NearbyIndex(GeoIndex geo, ShopStore store, PlatformTransactionManager transactions) {
		this.geo = geo;
		this.store = store;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * Returns the nearest shops of a type, in the order of {@link Near#ORDER}.
	 * @param typeId the type
	 * @param from the centre
	 * @param count number of shops that have to be exact; more may follow
	 * @return the shops, or null if there is no complete index
	 */
	@Nullable List<Near> nearest(long typeId, Place from, int count) {
		long size = this.geo.size(name(typeId));
		if (size == 0) {
			return null;
		}
		GeoPoint center = new GeoPoint(from.x(), from.y());
		for (int i = (size <= FEW) ? RADII.length - 1 : 0; i < RADII.length - 1; i++) {
			List<Near> found = within(typeId, GeoArea.radius(center, RADII[i]), count);
			if (found == null || found.size() >= count) {
				return found;
			}
		}
		return within(typeId, GeoArea.radius(center, RADII[RADII.length - 1]), count);
	}

	/**
	 * Fetches more until the count-th shop is followed by one that is farther, because a
	 * limited search returns shops of equal distance in any order.
	 */
	private @Nullable List<Near> within(long typeId, GeoArea area, int count) {
		for (int limit = count + SPARE; limit <= GeoIndex.MAX_PAGE; limit *= 2) {
			List<GeoHit> hits = this.geo.nearest(name(typeId), area, limit);
			List<Near> found = near(hits);
			if (found == null || hits.size() < limit
					|| (found.size() > count && found.get(count - 1).metres() < found.get(found.size() - 1).metres())) {
				return found;
			}
		}
		return all(typeId, area);
	}

	private @Nullable List<Near> all(long typeId, GeoArea area) {
		GeoResult result = this.geo.nearby(name(typeId), area, GeoIndex.MAX_PAGE);
		List<GeoHit> hits = new ArrayList<>();
		while (result instanceof GeoPage page) {
			hits.addAll(page.items());
			if (page.next() == null) {
				return page.truncated() ? null : near(hits);
			}
			result = this.geo.next(name(typeId), page.next(), GeoIndex.MAX_PAGE);
		}
		return null;
	}

	/**
	 * Converts hits. Redis may return a member twice if the circle goes around the earth.
	 * A member that is not an id was written by a foreign client, which may have changed
	 * more; null is returned then.
	 */
	private static @Nullable List<Near> near(List<GeoHit> hits) {
		List<Near> near = hits.stream()
			.flatMap((hit) -> Ids.parse(hit.member()).map((id) -> new Near(id, hit.metres())).stream())
			.toList();
		return (near.size() == hits.size()) ? near.stream().distinct().sorted(Near.ORDER).toList() : null;
	}

	/**
	 * Adds or moves a shop, if there is an index.
	 * @return false if there is no index
	 */
	boolean put(ShopPlace shop) {
		return this.geo.putIfAny(name(shop.typeId()), Long.toString(shop.id()), point(shop));
	}

	void remove(long typeId, long shopId) {
		this.geo.remove(name(typeId), Long.toString(shopId));
	}

	/**
	 * Rebuilds the index of a type.
	 * @param typeId the type
	 * @param shops reads the places of the shops of this type, called by this method
	 * @return false if a place changed in the meantime; nothing was replaced then
	 */
	boolean rebuild(long typeId, Supplier<List<ShopPlace>> shops) {
		long changes = this.store.placeChanges(typeId);
		Map<String, GeoPoint> points = new HashMap<>();
		shops.get().forEach((shop) -> points.put(Long.toString(shop.id()), point(shop)));
		Boolean replaced = this.transaction.execute((status) -> {
			boolean same = this.store.lockPlaceChanges(typeId) == changes;
			if (same) {
				this.geo.replaceAll(name(typeId), points);
			}
			return same;
		});
		return replaced != null && replaced;
	}

	private static GeoPoint point(ShopPlace shop) {
		return new GeoPoint(shop.x(), shop.y());
	}

	private static String name(long typeId) {
		return "shops:" + typeId;
	}

}
