// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.data;

import java.util.List;
import java.util.Map;

import io.github.rediscomponents.sample.data.CsvFile.Row;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Shops of the United States: food retailers, farmers markets and super stores, as types
 * of their own. Shops that the file lists as inactive are closed.
 */
@Component
class UsShops {

	/**
	 * Offset added to the ids of the file, because these begin with 1 like those of
	 * Hangzhou.
	 */
	private static final long FIRST_ID = 100_000;

	/** Offset added to the types of the file. */
	private static final long FIRST_TYPE = 100;

	private static final Map<Long, String> TYPES = Map.of(1L, "Food retailers", 2L, "Farmers markets", 3L,
			"Super stores");

	private final JdbcTemplate jdbc;

	private final Batches batches;

	UsShops(JdbcTemplate jdbc, Batches batches) {
		this.jdbc = jdbc;
		this.batches = batches;
	}

	/**
	 * Adds the shops and their types.
	 * @return a description of the imported data, for the log
	 */
	String insert() {
		List<Object[]> rows = CsvFile.read("us_shops.csv").stream().map(UsShops::shop).toList();
		TYPES.forEach((id, name) -> this.jdbc.update(
				"INSERT INTO tb_shop_type (id, name, icon, sort) VALUES (?, ?, '/types/ms.png', ?)", FIRST_TYPE + id,
				name, FIRST_TYPE + id));
		this.batches.insert("Shops of the US",
				"INSERT INTO tb_shop (id, name, type_id, area, address, x, y, open_hours, closed, images, avg_price, "
						+ "sold, comments, score) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, '', 0, 0, 0, 0)",
				rows);
		return rows.size() + " shops of the US";
	}

	private static Object[] shop(Row row) {
		boolean closed = row.number("active") == 0;
		return new Object[] { FIRST_ID + row.number("id"), row.text("name"), FIRST_TYPE + row.number("type_id"),
				row.text("area") + ", " + row.text("state"), row.text("address") + ", " + row.text("city"),
				row.decimal("x"), row.decimal("y"), closed ? "Closed" : "", closed ? 1 : 0 };
	}

}
