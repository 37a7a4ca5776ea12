// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

import io.github.rediscomponents.sample.order.SaleScripts.Change;
import io.github.rediscomponents.sample.web.Refused;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Loads flash sales from the database into Redis.
 *
 * <p>
 * The row of the sale is locked while the database is read and the script runs, by each
 * load and by each transaction that stores or refuses an order. The arguments of the
 * script are therefore current when it runs, and of several instances that find a sale
 * lost one loads it.
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
	 * Updates a sale in Redis, and loads it if Redis does not have it. If it was loaded
	 * before, Redis lost it, and nothing is sold for a short time, in which the instances
	 * submit the orders they remember again.
	 * @param voucherId the one
	 * @return its terms, empty if there is no such sale
	 */
	Optional<SaleTerms> load(long voucherId) {
		return this.transaction.execute((status) -> loadLocked(voucherId));
	}

	private Optional<SaleTerms> loadLocked(long voucherId) {
		if (!this.sales.lock(voucherId)) {
			return Optional.empty();
		}
		boolean first = this.sales.markLoaded(voucherId);
		SaleTerms terms = this.sales.find(voucherId).orElseThrow();
		String load = UUID.randomUUID().toString();
		if (this.scripts.terms(terms, false, load) == Change.LOST) {
			this.scripts.load(terms, this.orders.byUser(voucherId), this.orders.refused(voucherId),
					first ? Duration.ZERO : this.properties.hold(), load);
		}
		return Optional.of(terms);
	}

	/**
	 * Adds or removes pieces of a sale, and sets the status. Pieces are removed from
	 * Redis before the database commits, so that they are not sold. Pieces are added to
	 * Redis by the {@link #load} that must follow, also after a failure.
	 * @param voucherId the sale
	 * @param pieces number of pieces to add, negative to remove
	 * @param newStatus the new status, null to keep it
	 * @throws Refused if there is no such sale, if fewer pieces are left than are to be
	 * removed, or if there would be more than can be counted
	 */
	void change(long voucherId, int pieces, @Nullable Integer newStatus) {
		this.transaction.executeWithoutResult((status) -> changeLocked(voucherId, pieces, newStatus));
	}

	private void changeLocked(long voucherId, int pieces, @Nullable Integer newStatus) {
		// The transaction that stores an order locks the voucher before the sale, too.
		if (newStatus != null) {
			this.sales.setStatus(voucherId, newStatus);
		}
		if (loadLocked(voucherId).isEmpty()) {
			throw new Refused("sale.unknown");
		}
		if (pieces != 0 && !this.sales.add(voucherId, pieces)) {
			throw (pieces > 0) ? new Refused("sale.pieces") : tooFew();
		}
		SaleTerms terms = this.sales.find(voucherId).orElseThrow();
		if (pieces < 0 && this.scripts.terms(terms, true, "") == Change.TOO_FEW) {
			throw tooFew();
		}
	}

	private static Refused tooFew() {
		return new Refused("sale.too-few");
	}

}
