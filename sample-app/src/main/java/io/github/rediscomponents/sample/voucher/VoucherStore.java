// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.voucher;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * Vouchers in the database.
 */
@Repository
public class VoucherStore {

	private static final String SELECT = "SELECT v.id, v.shop_id AS shopId, v.title, v.sub_title AS subTitle, "
			+ "v.rules, v.pay_value AS payValue, v.actual_value AS actualValue, v.type, v.status, s.stock, "
			+ "s.begin_time AS beginTime, s.end_time AS endTime "
			+ "FROM tb_voucher v LEFT JOIN tb_seckill_voucher s ON s.voucher_id = v.id ";

	private final JdbcClient jdbc;

	VoucherStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	public Optional<Voucher> find(long id) {
		return this.jdbc.sql(SELECT + "WHERE v.id = ?").param(id).query(Voucher.class).optional();
	}

	List<Voucher> ofShop(long shopId) {
		return this.jdbc.sql(SELECT + "WHERE v.shop_id = ? AND v.status = 1 ORDER BY v.id")
			.param(shopId)
			.query(Voucher.class)
			.list();
	}

	@Transactional
	public long insert(Voucher voucher) {
		GeneratedKeyHolder key = new GeneratedKeyHolder();
		this.jdbc
			.sql("INSERT INTO tb_voucher (shop_id, title, sub_title, rules, pay_value, actual_value, type, status, "
					+ "create_time) VALUES (?, ?, ?, ?, ?, ?, ?, ?, LOCALTIMESTAMP(3))")
			.params(voucher.shopId(), voucher.title(), voucher.subTitle(), voucher.rules(), voucher.payValue(),
					voucher.actualValue(), voucher.type(), voucher.status())
			.update(key, "id");
		long id = Objects.requireNonNull(key.getKeyAs(Number.class)).longValue();
		if (voucher.type() == Voucher.SECKILL) {
			this.jdbc
				.sql("INSERT INTO tb_seckill_voucher (voucher_id, stock, begin_time, end_time) VALUES (?, ?, ?, ?)")
				.param(id)
				.param(voucher.stock())
				.param(voucher.beginTime())
				.param(voucher.endTime())
				.update();
		}
		return id;
	}

}
