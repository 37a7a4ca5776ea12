// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.github.rediscomponents.sample.voucher.SaleChanged;
import io.github.rediscomponents.sample.voucher.Voucher;
import io.github.rediscomponents.sample.voucher.VoucherStore;
import io.github.rediscomponents.sample.web.User;

import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Sales and buyers of rushes in the database. The buyers stay for the next rush; the
 * sales and orders of earlier rushes are deleted by the next one.
 */
@Component
@DemoOnly
class RushStore {

	private static final String SUB_TITLE = "city-guide rush";

	/** Neither an address nor a phone number: nobody can log in as a buyer. */
	private static final String ACCOUNTS = "rush:%05d";

	private static final int AT_ONCE = 1000;

	private static final int ATTEMPTS = 3;

	private static final int PAY = 100;

	private static final int WORTH = 1000;

	/** Time for which the instances still look after orders of a sale that ended. */
	private static final int KEPT_SECONDS = 30;

	private final Lock creating = new ReentrantLock();

	private final JdbcClient jdbc;

	private final JdbcTemplate template;

	private final VoucherStore vouchers;

	private final ApplicationEventPublisher events;

	private final TransactionTemplate transaction;

	RushStore(JdbcClient jdbc, JdbcTemplate template, VoucherStore vouchers, ApplicationEventPublisher events,
			PlatformTransactionManager transactions) {
		this.jdbc = jdbc;
		this.template = template;
		this.vouchers = vouchers;
		this.events = events;
		this.transaction = new TransactionTemplate(transactions);
	}

	/** Returns the shop of the sales. */
	long shop() {
		return this.jdbc.sql("SELECT MIN(id) FROM tb_shop").query(Long.class).single();
	}

	/**
	 * Creates a sale that is on for an hour. A row marks it, because users choose titles.
	 */
	long createSale(int buyers, int stock) {
		LocalDateTime now = LocalDateTime.now().truncatedTo(ChronoUnit.MILLIS);
		long created = Objects.requireNonNull(this.transaction.execute((status) -> {
			long voucher = this.vouchers.insert(new Voucher(0, shop(), "Rush of %d buyers".formatted(buyers), SUB_TITLE,
					"", PAY, WORTH, Voucher.SECKILL, Voucher.ON, stock, now.minusMinutes(1), now.plusHours(1)));
			this.jdbc.sql("INSERT INTO tb_rush_sale (voucher_id) VALUES (?)").param(voucher).update();
			return voucher;
		}));
		this.events.publishEvent(new SaleChanged(created));
		return created;
	}

	/** Returns the sales of rushes that nobody has ended. */
	List<Long> unended() {
		return this.jdbc
			.sql("SELECT v.id FROM tb_rush_sale r JOIN tb_voucher v ON v.id = r.voucher_id WHERE v.status = ?")
			.param(Voucher.ON)
			.query(Long.class)
			.list();
	}

	/**
	 * Returns as many buyers, and creates those that are missing.
	 * @throws DuplicateKeyException if others create them all the time
	 */
	List<User> buyers(int count) {
		this.creating.lock();
		try {
			List<User> known = find(count);
			for (int attempt = 1; known.size() < count; attempt++) {
				try {
					create(known.size(), count);
				}
				catch (DuplicateKeyException ex) {
					// Another instance creates them, too.
					if (attempt == ATTEMPTS) {
						throw ex;
					}
				}
				known = find(count);
			}
			return known;
		}
		finally {
			this.creating.unlock();
		}
	}

	private void create(int first, int end) {
		List<Object[]> rows = new ArrayList<>();
		for (int i = first; i < end; i++) {
			rows.add(new Object[] { ACCOUNTS.formatted(i), "buyer_%05d".formatted(i) });
		}
		this.template.batchUpdate(
				"INSERT INTO tb_user (account, nick_name, icon, create_time) VALUES (?, ?, '', LOCALTIMESTAMP(3))",
				rows, AT_ONCE, (statement, row) -> {
					statement.setObject(1, row[0]);
					statement.setObject(2, row[1]);
				});
	}

	private List<User> find(int count) {
		return this.jdbc
			.sql("SELECT id, nick_name AS nickName, icon FROM tb_user WHERE account LIKE 'rush:%' "
					+ "ORDER BY account LIMIT ?")
			.param(count)
			.query(User.class)
			.list();
	}

	/** Deletes the sales of rushes that ended a while ago, with their orders. */
	void deleteEnded() {
		this.transaction.executeWithoutResult((status) -> delete(ended()));
	}

	private List<Long> ended() {
		return this.jdbc
			.sql("SELECT v.id FROM tb_rush_sale r JOIN tb_voucher v ON v.id = r.voucher_id "
					+ "JOIN tb_seckill_voucher s ON s.voucher_id = v.id WHERE v.status <> ? AND s.end_time < ?")
			.params(Voucher.ON, LocalDateTime.now().minusSeconds(KEPT_SECONDS))
			.query(Long.class)
			.list();
	}

	private void delete(List<Long> sales) {
		for (long voucher : sales) {
			for (String rows : List.of("tb_voucher_order WHERE voucher_id", "tb_voucher_order_refused WHERE voucher_id",
					"tb_rush_sale WHERE voucher_id", "tb_seckill_voucher WHERE voucher_id", "tb_voucher WHERE id")) {
				this.jdbc.sql("DELETE FROM " + rows + " = ?").param(voucher).update();
			}
		}
	}

}
