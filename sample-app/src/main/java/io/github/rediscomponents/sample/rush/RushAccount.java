// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.rediscomponents.sample.crowd.Kept;
import io.github.rediscomponents.sample.crowd.Promise;
import io.github.rediscomponents.sample.crowd.Purchase;
import io.github.rediscomponents.sample.crowd.SalePromises;
import org.jspecify.annotations.Nullable;

/**
 * The account of a rush: what the buyers heard, against the database and Redis.
 *
 * @param tools what it works with
 * @param voucher the sale
 * @param purchases what each buyer heard
 * @param stock number of pieces
 */
record RushAccount(RushTools tools, long voucher, List<Purchase> purchases, int stock) {

	/** Promises that wait for orders to be stored, or for Redis to have them again. */
	private static final Set<Promise> IN_TIME = Set.of(Promise.STORED, Promise.OWNED, Promise.TOLD, Promise.STOCK,
			Promise.AGREED);

	/**
	 * Looks until all that takes time has happened. A sale that Redis lost meanwhile is
	 * restored.
	 * @param patience how long that may take
	 * @param curve the looks of the whole rush
	 * @return what became of the promises, all by one look
	 * @throws IllegalStateException if Redis or the database did not answer in time
	 */
	List<Rushed.Line> close(Patience patience, Curve curve) throws InterruptedException {
		List<Kept> found = new ArrayList<>();
		patience.until(() -> {
			List<Kept> seen = promises(look(), curve.lowestStock());
			found.clear();
			found.addAll(seen);
			return seen.stream().allMatch((one) -> one.kept() || !IN_TIME.contains(one.promise()));
		});
		if (found.isEmpty()) {
			throw new IllegalStateException("Redis or the database did not answer");
		}
		return found.stream().map(Rushed.Line::of).toList();
	}

	private Look look() {
		OptionalLong left = this.tools.stock().left(this.voucher);
		if (left.isEmpty()) {
			this.tools.ledger().restore(this.voucher);
			left = this.tools.stock().left(this.voucher);
		}
		return new Look(this.tools.ledger().stored(this.voucher), this.tools.ledger().stock(this.voucher),
				left.orElse(-1), this.tools.ledger().buyers(this.voucher));
	}

	private List<Kept> promises(Look look, long[] lowest) {
		Set<Long> own = this.purchases.stream().map((one) -> one.buyer().id()).collect(Collectors.toSet());
		// A visitor may have bought a piece, too.
		int visitors = (int) look.stored().keySet().stream().filter((user) -> !own.contains(user)).count();
		SalePromises promises = new SalePromises(this.purchases,
				Math.min(this.purchases.size(), this.stock - visitors));
		List<Kept> found = new ArrayList<>(List.of(promises.answered(), promises.accepted(), promises.oneEach(),
				promises.stored(look.stored().values().stream().map(String::valueOf).toList())));
		found.addAll(promises.owned(this.purchases.stream().map(look::ownedBy).toList()));
		long expected = this.stock - visitors - promises.expected();
		found.add(Promise.STOCK.kept(look.inDatabase() == expected, look.inDatabase(), this.stock));
		found.add(
				Promise.AGREED.kept(look.inDatabase() == look.inRedis() && look.stored().size() == look.buyersInRedis(),
						look.inRedis(), look.inDatabase(), look.buyersInRedis(), look.stored().size()));
		// This look at the database is one more.
		long least = (lowest[0] > 0) ? Math.min(lowest[1], look.inDatabase()) : look.inDatabase();
		found.add(Promise.NOT_NEGATIVE.kept(least >= 0, lowest[0] + 1, least));
		return found;
	}

	/**
	 * What the database and Redis have.
	 *
	 * @param stored the orders by user
	 * @param inDatabase what is left in the database
	 * @param inRedis what is left in Redis, -1 if it does not have the sale
	 * @param buyersInRedis number of buyers in Redis
	 */
	private record Look(Map<Long, Long> stored, int inDatabase, long inRedis, long buyersInRedis) {

		Set<String> ownedBy(Purchase purchase) {
			@Nullable Long order = this.stored.get(purchase.buyer().id());
			return (order != null) ? Set.of(order.toString()) : Set.of();
		}

	}

}
