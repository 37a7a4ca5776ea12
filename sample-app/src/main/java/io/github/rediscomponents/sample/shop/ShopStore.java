// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.rediscomponents.sample.web.Page;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;

/**
 * Shops in the database. Closed shops are found by id and by a part of the name only.
 */
@Repository
public class ShopStore {

	/**
	 * Columns named as the components of the record, because a different name costs an
	 * exception for each row.
	 */
	private static final String COLUMNS = "id, name, type_id AS typeId, images, area, address, x, y, "
			+ "avg_price AS avgPrice, sold, comments, score, open_hours AS openHours, CAST(NULL AS DECIMAL) AS distance";

	private final JdbcClient jdbc;

	ShopStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	public Optional<Shop> find(long id) {
		return this.jdbc.sql("SELECT " + COLUMNS + " FROM tb_shop WHERE id = ?").param(id).query(Shop.class).optional();
	}

	/** Returns the ids of all shops. The stream must be closed. */
	Stream<Long> ids() {
		return this.jdbc.sql("SELECT id FROM tb_shop").query(Long.class).stream();
	}

	Optional<Shop> lock(long id) {
		return this.jdbc.sql("SELECT " + COLUMNS + " FROM tb_shop WHERE id = ? FOR UPDATE")
			.param(id)
			.query(Shop.class)
			.optional();
	}

	List<Shop> findAll(Collection<Long> ids) {
		if (ids.isEmpty()) {
			return List.of();
		}
		return this.jdbc.sql("SELECT " + COLUMNS + " FROM tb_shop WHERE id IN (:ids)")
			.param("ids", ids)
			.query(Shop.class)
			.list();
	}

	List<Shop> ofType(long typeId, ShopOrder order, Page page) {
		return this.jdbc
			.sql("SELECT " + COLUMNS + " FROM tb_shop WHERE type_id = ? AND closed = 0 ORDER BY " + order.sql()
					+ " LIMIT ? OFFSET ?")
			.params(typeId, Page.SIZE, page.offset())
			.query(Shop.class)
			.list();
	}

	/**
	 * Finds shops by a part of their name, which is taken literally but for upper and
	 * lower case.
	 */
	List<Shop> named(String part, Page page) {
		String literally = part.replace("!", "!!").replace("%", "!%").replace("_", "!_");
		return this.jdbc
			.sql("SELECT " + COLUMNS + " FROM tb_shop WHERE LOWER(name) LIKE LOWER(?) ESCAPE '!' "
					+ "ORDER BY id LIMIT ? OFFSET ?")
			.params('%' + literally + '%', Page.SIZE, page.offset())
			.query(Shop.class)
			.list();
	}

	/** Returns the names of all open shops. */
	List<ShopEntry> entries() {
		return this.jdbc.sql("SELECT id, name, sold FROM tb_shop WHERE closed = 0").query(ShopEntry.class).list();
	}

	/**
	 * Returns the names of the open shops after an id, locked until the transaction ends.
	 */
	List<ShopEntry> lockEntries(long after, int most) {
		return this.jdbc
			.sql("SELECT id, name, sold FROM tb_shop WHERE closed = 0 AND id > ? ORDER BY id LIMIT ? FOR UPDATE")
			.params(after, most)
			.query(ShopEntry.class)
			.list();
	}

	/** Returns the name of a shop, locked until the transaction ends. */
	Optional<ShopEntry> lockEntry(long id) {
		return this.jdbc.sql("SELECT id, name, sold FROM tb_shop WHERE closed = 0 AND id = ? FOR UPDATE")
			.param(id)
			.query(ShopEntry.class)
			.optional();
	}

	/** Returns the places of the open shops of a type. */
	List<ShopPlace> places(long typeId) {
		return this.jdbc.sql("SELECT id, type_id AS typeId, x, y FROM tb_shop WHERE closed = 0 AND type_id = ?")
			.param(typeId)
			.query(ShopPlace.class)
			.list();
	}

	/**
	 * Returns the number of changes of places of a type, including added and removed
	 * shops.
	 */
	long placeChanges(long typeId) {
		return placeChanges(typeId, "");
	}

	/** Returns the number of changes, locked until the transaction ends. */
	long lockPlaceChanges(long typeId) {
		return placeChanges(typeId, " FOR UPDATE");
	}

	private long placeChanges(long typeId, String mode) {
		return this.jdbc.sql("SELECT place_changes FROM tb_shop_type WHERE id = ?" + mode)
			.param(typeId)
			.query(Long.class)
			.optional()
			.orElse(0L);
	}

	/**
	 * Counts a change of places. Called before the change in its transaction, and for the
	 * lower of two types first, so that no deadlock occurs.
	 */
	void countPlaceChange(long typeId) {
		this.jdbc.sql("UPDATE tb_shop_type SET place_changes = place_changes + 1 WHERE id = ?").param(typeId).update();
	}

	/** Returns the place of a shop, locked until the transaction ends. */
	Optional<ShopPlace> lockPlace(long id) {
		return this.jdbc.sql("SELECT id, type_id AS typeId, x, y FROM tb_shop WHERE closed = 0 AND id = ? FOR UPDATE")
			.param(id)
			.query(ShopPlace.class)
			.optional();
	}

	long insert(Shop shop) {
		GeneratedKeyHolder key = new GeneratedKeyHolder();
		this.jdbc
			.sql("INSERT INTO tb_shop (name, type_id, images, area, address, x, y, avg_price, sold, comments, score, "
					+ "open_hours) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
			.params(shop.name(), shop.typeId(), shop.images(), shop.area(), shop.address(), shop.x(), shop.y(),
					shop.avgPrice(), shop.sold(), shop.comments(), shop.score(), shop.openHours())
			.update(key, "id");
		return Objects.requireNonNull(key.getKeyAs(Number.class)).longValue();
	}

	void update(Shop shop) {
		this.jdbc
			.sql("UPDATE tb_shop SET name = ?, type_id = ?, images = ?, area = ?, address = ?, x = ?, y = ?, "
					+ "avg_price = ?, sold = ?, comments = ?, score = ?, open_hours = ? WHERE id = ?")
			.params(shop.name(), shop.typeId(), shop.images(), shop.area(), shop.address(), shop.x(), shop.y(),
					shop.avgPrice(), shop.sold(), shop.comments(), shop.score(), shop.openHours(), shop.id())
			.update();
	}

	public List<ShopType> types() {
		return this.jdbc.sql("SELECT id, name, icon, sort FROM tb_shop_type ORDER BY sort, id")
			.query(ShopType.class)
			.list();
	}

	boolean hasType(long typeId) {
		return this.jdbc.sql("SELECT COUNT(*) FROM tb_shop_type WHERE id = ?")
			.param(typeId)
			.query(Long.class)
			.single() > 0;
	}

}
