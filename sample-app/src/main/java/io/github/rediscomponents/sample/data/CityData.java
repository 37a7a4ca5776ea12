// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.data;

import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

import io.github.rediscomponents.sample.data.CsvFile.Row;
import io.github.rediscomponents.sample.voucher.Voucher;
import io.github.rediscomponents.sample.voucher.VoucherStore;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * The data that comes with the application: types, shops and vouchers of Hangzhou, and
 * users. Data that the files lack is generated deterministically: accounts of users, with
 * which nobody can log in, and paths of pictures.
 */
@Component
class CityData {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

	private static final long DEMO_SALE_SHOP = 3;

	private static final long DEMO_SALE_PRICE = 100;

	private final JdbcTemplate jdbc;

	private final VoucherStore vouchers;

	private final ImportProperties properties;

	CityData(JdbcTemplate jdbc, VoucherStore vouchers, ImportProperties properties) {
		this.jdbc = jdbc;
		this.vouchers = vouchers;
		this.properties = properties;
	}

	/**
	 * Fills the empty tables.
	 * @return a description of the imported data, for the log
	 */
	String insert() {
		int types = insert("shop_types.csv", "INSERT INTO tb_shop_type (id, name, icon, sort) VALUES (?, ?, ?, ?)",
				(row) -> new Object[] { row.number("id"), row.text("name"), row.text("icon"), row.number("sort") });
		int shops = insert("shops.csv",
				"INSERT INTO tb_shop (id, name, type_id, images, area, address, x, y, avg_price, sold, comments, score, "
						+ "open_hours) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
				CityData::shop);
		int users = insert("users.csv",
				"INSERT INTO tb_user (id, account, nick_name, icon, create_time) VALUES (?, ?, ?, ?, ?)",
				(row) -> new Object[] { row.number("id"), "user:" + row.number("id"), row.text("nick_name"),
						(row.number("has_icon") == 1) ? "/imgs/user.svg" : "", time(row, "create_time") });
		int vouchers = vouchers(now());
		return types + " shop types, " + shops + " shops, " + vouchers + " vouchers, " + users + " users";
	}

	private static Object[] shop(Row row) {
		String images = ShopPictures.of(row.number("id"), row.number("type_id"),
				Math.toIntExact(row.number("image_count")));
		return new Object[] { row.number("id"), row.text("name"), row.number("type_id"), images, row.text("area"),
				row.text("address"), row.decimal("x"), row.decimal("y"), row.number("avg_price"), row.number("sold"),
				row.number("comments"), row.number("score"), row.text("open_hours") };
	}

	private int vouchers(LocalDateTime now) {
		List<Row> rows = CsvFile.read("vouchers.csv");
		for (Row row : rows) {
			voucher(row.number("id"), row.number("shop_id"), row.text("title"), row.text("sub_title"),
					row.number("pay_value_cents"), row.number("actual_value_cents"), row.number("type"),
					row.number("status"), now);
			if (row.number("type") == 1) {
				sale(row.number("id"), row.number("stock"), time(row, "begin_time"), time(row, "end_time"));
			}
		}
		// The sales of the files end; the demonstration needs one that is running.
		// A local time of the server, as all windows of sales.
		LocalDateTime begin = LocalDateTime.now().truncatedTo(ChronoUnit.MILLIS);
		demoSale("20元秒杀券", "演示专用 · flash sale of the demo", 2000, begin, begin.plus(this.properties.demoSaleTime()));
		return rows.size() + 1;
	}

	/** Adds a flash sale for one yuan at the shop of the demonstration. */
	void demoSale(String title, String subTitle, long actual, LocalDateTime begin, LocalDateTime end) {
		this.vouchers.insert(new Voucher(0, DEMO_SALE_SHOP, title, subTitle, "", DEMO_SALE_PRICE, actual,
				Voucher.SECKILL, Voucher.ON, this.properties.demoSaleStock(), begin, end));
	}

	private LocalDateTime now() {
		return Objects.requireNonNull(this.jdbc.queryForObject("SELECT LOCALTIMESTAMP(3)", LocalDateTime.class));
	}

	private void voucher(long id, long shopId, String title, String subTitle, long pay, long actual, long type,
			long status, LocalDateTime now) {
		this.jdbc.update(
				"INSERT INTO tb_voucher (id, shop_id, title, sub_title, rules, pay_value, actual_value, type, status, "
						+ "create_time) VALUES (?, ?, ?, ?, '', ?, ?, ?, ?, ?)",
				id, shopId, title, subTitle, pay, actual, type, status, now);
	}

	private void sale(long id, long stock, LocalDateTime begin, LocalDateTime end) {
		this.jdbc.update("INSERT INTO tb_seckill_voucher (voucher_id, stock, begin_time, end_time) VALUES (?, ?, ?, ?)",
				id, stock, begin, end);
	}

	private int insert(String file, String sql, Function<Row, Object[]> values) {
		List<Object[]> rows = CsvFile.read(file).stream().map(values).toList();
		this.jdbc.batchUpdate(sql, rows);
		return rows.size();
	}

	private static LocalDateTime time(Row row, String column) {
		return LocalDateTime.parse(row.text(column), TIME);
	}

}
