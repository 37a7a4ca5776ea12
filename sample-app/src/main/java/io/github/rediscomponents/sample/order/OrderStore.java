package io.github.rediscomponents.sample.order;

import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Orders in the database.
 */
@Repository
class OrderStore {

	private static final int MOST = 100;

	private static final String SELECT = "SELECT o.id, o.user_id, o.voucher_id, v.shop_id, v.title, v.pay_value, "
			+ "o.status, o.create_time FROM tb_voucher_order o JOIN tb_voucher v ON v.id = o.voucher_id "
			+ "WHERE o.user_id = ? ";

	private final JdbcClient jdbc;

	OrderStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	Optional<Order> find(long userId, long orderId) {
		return this.jdbc.sql(SELECT + "AND o.id = ?").params(userId, orderId).query(Order.class).optional();
	}

	/** The newest orders of a user, newest first. */
	List<Order> ofUser(long userId) {
		return this.jdbc.sql(SELECT + "ORDER BY o.create_time DESC, o.id DESC LIMIT " + MOST)
			.param(userId)
			.query(Order.class)
			.list();
	}

	boolean hasOrdered(long userId, long voucherId) {
		return this.jdbc.sql("SELECT COUNT(*) FROM tb_voucher_order WHERE user_id = ? AND voucher_id = ?")
			.params(userId, voucherId)
			.query(Long.class)
			.single() > 0;
	}

	void insert(long id, long userId, long voucherId) {
		this.jdbc
			.sql("INSERT INTO tb_voucher_order (id, user_id, voucher_id, status, create_time) "
					+ "VALUES (?, ?, ?, ?, LOCALTIMESTAMP(3))")
			.params(id, userId, voucherId, Order.UNPAID)
			.update();
	}

}
