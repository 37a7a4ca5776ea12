// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.lock;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The table of orders, in which a user has one for each voucher.
 */
public class VoucherOrders {

	private final JdbcTemplate jdbc;

	public VoucherOrders(JdbcTemplate jdbc) {
		this.jdbc = jdbc;
	}

	public boolean has(long user, long voucher) {
		return Boolean.TRUE.equals(
				this.jdbc.queryForObject("SELECT COUNT(*) > 0 FROM voucher_order WHERE user_id = ? AND voucher_id = ?",
						Boolean.class, user, voucher));
	}

	public void insert(long user, long voucher) {
		this.jdbc.update("INSERT INTO voucher_order (user_id, voucher_id) VALUES (?, ?)", user, voucher);
	}

}
