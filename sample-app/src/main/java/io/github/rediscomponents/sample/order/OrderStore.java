// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.LocalDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Stored and finally refused orders in the database.
 */
@Repository
class OrderStore {

	/** The most orders of a user that are listed, and that are looked up at once. */
	static final int MOST = 100;

	private static final String SELECT = "SELECT o.id, o.user_id AS userId, o.voucher_id AS voucherId, "
			+ "v.shop_id AS shopId, v.title, v.pay_value AS payValue, o.status, o.create_time AS createTime FROM tb_voucher_order o JOIN tb_voucher v ON v.id = o.voucher_id "
			+ "WHERE o.user_id = ? ";

	private static final String SELECT_REFUSED = "SELECT o.id, o.user_id AS userId, o.voucher_id AS voucherId, "
			+ "COALESCE(v.shop_id, 0) AS shopId, COALESCE(v.title, '') AS title, "
			+ "COALESCE(v.pay_value, 0) AS payValue, " + Order.CANCELLED + " AS status, o.create_time AS createTime "
			+ "FROM tb_voucher_order_refused o LEFT JOIN tb_voucher v ON v.id = o.voucher_id WHERE o.user_id = ? ";

	private final JdbcClient jdbc;

	OrderStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	/** Returns an order that is stored or was finally refused. */
	Optional<Order> find(long userId, long orderId) {
		return this.jdbc.sql(SELECT + "AND o.id = ?")
			.params(userId, orderId)
			.query(Order.class)
			.optional()
			.or(() -> this.jdbc.sql(SELECT_REFUSED + "AND o.id = ?")
				.params(userId, orderId)
				.query(Order.class)
				.optional());
	}

	/** Returns the newest stored orders of a user, newest first. */
	List<Order> ofUser(long userId) {
		return this.jdbc.sql(SELECT + "ORDER BY o.create_time DESC, o.id DESC LIMIT " + MOST)
			.param(userId)
			.query(Order.class)
			.list();
	}

	/** Returns the stored order of a user for a voucher. */
	Optional<Long> ofUser(long userId, long voucherId) {
		return this.jdbc.sql("SELECT id FROM tb_voucher_order WHERE user_id = ? AND voucher_id = ?")
			.params(userId, voucherId)
			.query(Long.class)
			.optional();
	}

	boolean isStored(long orderId) {
		return this.jdbc.sql("SELECT COUNT(*) FROM tb_voucher_order WHERE id = ?")
			.param(orderId)
			.query(Long.class)
			.single() > 0;
	}

	/** Returns the reason why an order was refused, empty if it was not. */
	Optional<Refusal> refusal(long orderId) {
		return this.jdbc.sql("SELECT reason FROM tb_voucher_order_refused WHERE id = ?")
			.param(orderId)
			.query(String.class)
			.optional()
			.map(Refusal::valueOf);
	}

	/** Returns the stored or refused ones of several orders. */
	Set<Long> settled(Collection<Long> orders) {
		Set<Long> settled = new HashSet<>();
		for (String table : List.of("tb_voucher_order", "tb_voucher_order_refused")) {
			settled.addAll(this.jdbc.sql("SELECT id FROM " + table + " WHERE id IN (:orders)")
				.param("orders", orders)
				.query(Long.class)
				.list());
		}
		return settled;
	}

	/** Returns the stored orders of a voucher by user. */
	Map<Long, Long> byUser(long voucherId) {
		Map<Long, Long> orders = new HashMap<>();
		this.jdbc.sql("SELECT user_id, id FROM tb_voucher_order WHERE voucher_id = ?").param(voucherId).query((row) -> {
			orders.put(row.getLong(1), row.getLong(2));
		});
		return orders;
	}

	/** Returns the number of stored orders of a voucher. */
	long count(long voucherId) {
		return this.jdbc.sql("SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ?")
			.param(voucherId)
			.query(Long.class)
			.single();
	}

	/** Returns the refused orders of a voucher. */
	List<Long> refused(long voucherId) {
		return this.jdbc.sql("SELECT id FROM tb_voucher_order_refused WHERE voucher_id = ?")
			.param(voucherId)
			.query(Long.class)
			.list();
	}

	void insert(SaleOrder order, LocalDateTime time) {
		this.jdbc
			.sql("INSERT INTO tb_voucher_order (id, user_id, voucher_id, status, create_time) VALUES (?, ?, ?, ?, ?)")
			.params(order.id(), order.userId(), order.voucherId(), Order.UNPAID, time)
			.update();
	}

	void insertRefused(SaleOrder order, Refusal reason, LocalDateTime time) {
		this.jdbc
			.sql("INSERT INTO tb_voucher_order_refused (id, user_id, voucher_id, reason, create_time) "
					+ "VALUES (?, ?, ?, ?, ?)")
			.params(order.id(), order.userId(), order.voucherId(), reason.name(), time)
			.update();
	}

}
