// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Flash sales in the database.
 */
@Repository
class SaleStore {

	private static final String SELECT = "SELECT s.voucher_id AS voucherId, v.shop_id AS shopId, v.title, "
			+ "v.pay_value AS payValue, v.status, s.stock, s.added, s.begin_time AS beginTime, s.end_time AS endTime, "
			+ "v.create_time AS createTime " + "FROM tb_seckill_voucher s JOIN tb_voucher v ON v.id = s.voucher_id ";

	private final JdbcClient jdbc;

	SaleStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	Optional<SaleTerms> find(long voucherId) {
		return this.jdbc.sql(SELECT + "WHERE s.voucher_id = ?").param(voucherId).query(SaleTerms.class).optional();
	}

	/** Returns the sales that end after a local time of the server. */
	List<SaleTerms> endingAfter(LocalDateTime time) {
		return this.jdbc.sql(SELECT + "WHERE s.end_time > ?").param(time).query(SaleTerms.class).list();
	}

	/** Returns the sales that ended between two local times of the server. */
	List<SaleTerms> ended(LocalDateTime from, LocalDateTime to) {
		return this.jdbc.sql(SELECT + "WHERE s.end_time > ? AND s.end_time <= ?")
			.params(from, to)
			.query(SaleTerms.class)
			.list();
	}

	/**
	 * Locks the row of a sale until the transaction ends. A transaction that stores or
	 * refuses an order locks it, too.
	 * @return whether there is such a sale
	 */
	boolean lock(long voucherId) {
		return this.jdbc.sql("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ? FOR UPDATE")
			.param(voucherId)
			.query(Integer.class)
			.optional()
			.isPresent();
	}

	/**
	 * Records that a locked sale is loaded into Redis.
	 * @return whether that was not recorded before
	 */
	boolean markLoaded(long voucherId) {
		return this.jdbc.sql("UPDATE tb_seckill_voucher SET loaded = TRUE WHERE voucher_id = ? AND loaded = FALSE")
			.param(voucherId)
			.update() == 1;
	}

	/**
	 * Takes one piece from the stock, and locks the row.
	 * @return false if nothing is left or there is no such sale
	 */
	boolean takeOne(long voucherId) {
		return this.jdbc.sql("UPDATE tb_seckill_voucher SET stock = stock - 1 WHERE voucher_id = ? AND stock > 0")
			.param(voucherId)
			.update() == 1;
	}

	/**
	 * Adds or removes pieces.
	 * @return false if there are not enough, or would be more than can be counted
	 */
	boolean add(long voucherId, int pieces) {
		int most = Integer.MAX_VALUE - Math.max(0, pieces);
		return this.jdbc
			.sql("UPDATE tb_seckill_voucher SET stock = stock + ?, added = added + ? "
					+ "WHERE voucher_id = ? AND stock BETWEEN ? AND ? AND added BETWEEN ? AND ?")
			.params(pieces, pieces, voucherId, Math.max(0, -pieces), most, Integer.MIN_VALUE - Math.min(0, pieces),
					most)
			.update() == 1;
	}

	void setStatus(long voucherId, int status) {
		this.jdbc.sql("UPDATE tb_voucher SET status = ? WHERE id = ?").params(status, voucherId).update();
	}

	/** Sets the end of a sale that has begun. */
	void end(long voucherId, LocalDateTime time) {
		this.jdbc.sql("UPDATE tb_seckill_voucher SET end_time = ? WHERE voucher_id = ?")
			.params(time, voucherId)
			.update();
	}

}
