// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.crowd;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Checks the promises of a flash sale on what its buyers heard and own.
 *
 * @param purchases what each buyer heard
 * @param expected the number of orders that have to be made: as many as there are pieces
 * or buyers
 * @since 1.0.0
 */
public record SalePromises(List<Purchase> purchases, int expected) {

	/** Returns whether every buyer has an answer. */
	public Kept answered() {
		long answered = this.purchases.stream().filter(Purchase::answered).count();
		return Promise.ANSWERED.kept(answered == this.purchases.size(), answered, this.purchases.size());
	}

	/**
	 * Returns whether the right number of orders is accepted. An order whose answer was
	 * lost is in doubt until {@link #owned} finds it.
	 */
	public Kept accepted() {
		int ids = told().size();
		long doubtful = this.purchases.stream()
			.filter((purchase) -> purchase.orders().isEmpty() && purchase.inDoubt())
			.count();
		return Promise.ACCEPTED.kept(ids <= this.expected && ids + doubtful >= this.expected, ids, this.expected,
				doubtful);
	}

	/** Returns whether no user was told several orders, and no order several users. */
	public Kept oneEach() {
		List<String> ids = told();
		int different = new HashSet<>(ids).size();
		long several = this.purchases.stream().filter((purchase) -> purchase.orders().size() > 1).count();
		return Promise.ONE_EACH.kept(several == 0 && different == ids.size(), ids.size(), different, several);
	}

	/**
	 * Returns whether all orders that were told are stored.
	 * @param stored ids of the stored orders
	 */
	public Kept stored(Collection<String> stored) {
		List<String> ids = told();
		long found = ids.stream().filter(new HashSet<>(stored)::contains).count();
		return Promise.STORED.kept(found == ids.size(), found, ids.size());
	}

	/**
	 * Returns whether the buyers own what was to be had, and nothing that none of them
	 * was told.
	 * @param owned ids of the stored orders of each buyer, in the order of the purchases
	 */
	public List<Kept> owned(List<Set<String>> owned) {
		int total = owned.stream().mapToInt(Set::size).sum();
		int untold = 0;
		int others = 0;
		for (int i = 0; i < this.purchases.size(); i++) {
			Set<String> beyond = new HashSet<>(owned.get(i));
			beyond.removeAll(this.purchases.get(i).orders());
			if (this.purchases.get(i).inDoubt()) {
				untold += beyond.size();
			}
			else {
				others += beyond.size();
			}
		}
		return List.of(Promise.OWNED.kept(total == this.expected, total, this.expected),
				Promise.TOLD.kept(others == 0, others, untold));
	}

	/** Returns the ids that buyers were told. */
	public List<String> told() {
		return this.purchases.stream().flatMap((purchase) -> purchase.orders().stream()).toList();
	}

}
