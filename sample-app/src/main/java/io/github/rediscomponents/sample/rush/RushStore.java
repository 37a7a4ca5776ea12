// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.sample.voucher.SaleChanged;
import io.github.rediscomponents.sample.voucher.Voucher;
import io.github.rediscomponents.sample.voucher.VoucherStore;
import io.github.rediscomponents.sample.web.User;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Sales and buyers of rushes in the database. The buyers stay for the next rush; the
 * sales and orders of earlier rushes are deleted by the next one.
 */
@Component
@DemoOnly
class RushStore {

	private static final String MARK = "city-guide rush";

	private static final String ACCOUNTS = "buyer-%05d@rush.example";

	private static final int AT_ONCE = 1000;

	private static final int PAY = 100;

	private static final int WORTH = 1000;

	/** Time for which the instances still look after orders of a sale that ended. */
	private static final int KEPT_SECONDS = 30;

	private final JdbcClient jdbc;

	private final JdbcTemplate template;

	private final VoucherStore vouchers;

	private final ApplicationEventPublisher events;

	RushStore(JdbcClient jdbc, JdbcTemplate template, VoucherStore vouchers, ApplicationEventPublisher events) {
		this.jdbc = jdbc;
		this.template = template;
		this.vouchers = vouchers;
		this.events = events;
	}

	/** Returns the shop of the sales. */
	long shop() {
		return this.jdbc.sql("SELECT MIN(id) FROM tb_shop").query(Long.class).single();
	}

	/** Creates a sale that is on for an hour. */
	long createSale(int buyers, int stock) {
		LocalDateTime now = LocalDateTime.now().truncatedTo(ChronoUnit.MILLIS);
		long voucher = this.vouchers.insert(new Voucher(0, shop(), "Rush of %d buyers".formatted(buyers), MARK, "", PAY,
				WORTH, Voucher.SECKILL, Voucher.ON, stock, now.minusMinutes(1), now.plusHours(1)));
		this.events.publishEvent(new SaleChanged(voucher));
		return voucher;
	}

	/** Returns as many buyers, and creates those that are missing. */
	List<User> buyers(int count) {
		List<User> known = find(count);
		if (known.size() < count) {
			List<Object[]> rows = new ArrayList<>();
			for (int i = known.size(); i < count; i++) {
				rows.add(new Object[] { ACCOUNTS.formatted(i), "buyer_%05d".formatted(i) });
			}
			this.template.batchUpdate(
					"INSERT INTO tb_user (account, nick_name, icon, create_time) VALUES (?, ?, '', LOCALTIMESTAMP(3))",
					rows, AT_ONCE, (statement, row) -> {
						statement.setObject(1, row[0]);
						statement.setObject(2, row[1]);
					});
			known = find(count);
		}
		return known;
	}

	private List<User> find(int count) {
		return this.jdbc
			.sql("SELECT id, nick_name AS nickName, icon FROM tb_user WHERE account LIKE 'buyer-%@rush.example' "
					+ "ORDER BY account LIMIT ?")
			.param(count)
			.query(User.class)
			.list();
	}

	/** Deletes the sales of rushes that ended a while ago, with their orders. */
	@Transactional
	public void deleteEnded() {
		List<Long> ended = this.jdbc
			.sql("SELECT v.id FROM tb_voucher v JOIN tb_seckill_voucher s ON s.voucher_id = v.id "
					+ "WHERE v.sub_title = ? AND v.status <> ? AND s.end_time < ?")
			.params(MARK, Voucher.ON, LocalDateTime.now().minusSeconds(KEPT_SECONDS))
			.query(Long.class)
			.list();
		for (long voucher : ended) {
			for (String rows : List.of("tb_voucher_order WHERE voucher_id", "tb_voucher_order_refused WHERE voucher_id",
					"tb_seckill_voucher WHERE voucher_id", "tb_voucher WHERE id")) {
				this.jdbc.sql("DELETE FROM " + rows + " = ?").param(voucher).update();
			}
		}
	}

}
