// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.util.Optional;

import io.github.rediscomponents.sample.order.SaleScripts.Change;
import io.github.rediscomponents.sample.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Makes what Redis knows of a sale follow the database.
 *
 * <p>
 * The row of the sale is locked while the database is read and the script runs, by each
 * load and by each transaction that stores or refuses an order. So what the script is
 * told is true when it runs, and of many who find a sale lost one loads it.
 */
@Component
class SaleLoader {

	private final SaleStore sales;

	private final OrderStore orders;

	private final SaleScripts scripts;

	private final SaleProperties properties;

	private final TransactionTemplate transaction;

	SaleLoader(SaleStore sales, OrderStore orders, SaleScripts scripts, SaleProperties properties,
			PlatformTransactionManager transactions) {
		this.properties = properties;
		this.sales = sales;
		this.orders = orders;
		this.scripts = scripts;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * Brings a sale up to date, and makes it known if it is not.
	 * @param voucherId the one
	 * @return its terms, empty if there is no such sale
	 */
	Optional<SaleTerms> load(long voucherId) {
		return load(voucherId, Duration.ZERO);
	}

	/**
	 * Brings a sale back that was lost while it was on. Nothing is sold for a moment, in
	 * which the instances put the orders that they remember on their way again.
	 * @param voucherId the one
	 * @return its terms, empty if there is no such sale
	 */
	Optional<SaleTerms> restore(long voucherId) {
		return load(voucherId, this.properties.hold());
	}

	private Optional<SaleTerms> load(long voucherId, Duration hold) {
		return this.transaction.execute((status) -> loadLocked(voucherId, hold));
	}

	private Optional<SaleTerms> loadLocked(long voucherId, Duration hold) {
		if (!this.sales.lock(voucherId)) {
			return Optional.empty();
		}
		SaleTerms terms = this.sales.find(voucherId).orElseThrow();
		if (this.scripts.terms(terms, false) == Change.LOST) {
			this.scripts.load(terms, this.orders.byUser(voucherId), this.orders.refused(voucherId), hold);
		}
		return Optional.of(terms);
	}

	/**
	 * Adds pieces to a sale or takes some away, and sets the status. Pieces are taken out
	 * of Redis before the database has committed, so that they are not sold; pieces are
	 * added to Redis by the {@link #load} that has to follow, also after a failure.
	 * @param voucherId the sale
	 * @param pieces how many more, negative for fewer
	 * @param newStatus the status, null to keep it
	 * @throws Refused if there is no such sale, or more would be taken away than are left
	 */
	void change(long voucherId, int pieces, @Nullable Integer newStatus) {
		this.transaction.executeWithoutResult((status) -> changeLocked(voucherId, pieces, newStatus));
	}

	private void changeLocked(long voucherId, int pieces, @Nullable Integer newStatus) {
		// Who stores an order locks its voucher before its sale, too.
		if (newStatus != null) {
			this.sales.setStatus(voucherId, newStatus);
		}
		if (loadLocked(voucherId, Duration.ZERO).isEmpty()) {
			throw new Refused("There is no such flash sale.");
		}
		if (pieces != 0 && !this.sales.add(voucherId, pieces)) {
			throw tooFew();
		}
		SaleTerms terms = this.sales.find(voucherId).orElseThrow();
		if (pieces < 0 && this.scripts.terms(terms, true) == Change.TOO_FEW) {
			throw tooFew();
		}
	}

	private static Refused tooFew() {
		return new Refused("There are not as many left.");
	}

}
