// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import io.github.rediscomponents.sample.load.guide.Call;
import io.github.rediscomponents.sample.load.guide.Reply;
import io.github.rediscomponents.sample.load.measure.Progress;
import tools.jackson.databind.JsonNode;

/**
 * What has to hold after a sale, as its buyers see it.
 */
final class SaleCheck {

	private static final int PLACED = 1;

	private final Stage stage;

	private final long voucher;

	private final int expected;

	private final Outcome.Notes notes;

	SaleCheck(Stage stage, long voucher, int expected, Outcome.Notes notes) {
		this.stage = stage;
		this.voucher = voucher;
		this.expected = expected;
		this.notes = notes;
	}

	void check(List<Purchase> purchases) throws InterruptedException {
		answers(purchases);
		accepted(purchases);
		placed(purchases);
		owned(purchases);
	}

	private void answers(List<Purchase> purchases) {
		long answered = purchases.stream().filter(Purchase::answered).count();
		this.notes.check(answered == purchases.size(), "every buyer heard a clear yes or no", "%d of %d", answered,
				purchases.size());
		this.notes.figure("attempts without a clear answer", "%d",
				purchases.stream().mapToInt(Purchase::failures).sum());
	}

	private void accepted(List<Purchase> purchases) {
		List<String> ids = purchases.stream().flatMap((purchase) -> purchase.orders().stream()).toList();
		int distinct = new HashSet<>(ids).size();
		long several = purchases.stream().filter((purchase) -> purchase.orders().size() > 1).count();
		// An order whose answer was lost is found below, among what the buyers own.
		long doubtful = purchases.stream()
			.filter((purchase) -> purchase.orders().isEmpty() && purchase.inDoubt())
			.count();
		this.notes.check(ids.size() <= this.expected && ids.size() + doubtful >= this.expected,
				"as many orders are accepted as there are pieces or buyers", "%d accepted, %d expected, %d in doubt",
				ids.size(), this.expected, doubtful);
		this.notes.check(several == 0 && distinct == ids.size(), "one order per user, with an id of its own",
				"%d ids, %d different, %d users with several", ids.size(), distinct, several);
	}

	private void placed(List<Purchase> purchases) throws InterruptedException {
		List<Purchase> buyers = purchases.stream().filter((purchase) -> !purchase.orders().isEmpty()).toList();
		AtomicLong slowest = new AtomicLong();
		List<Boolean> placed;
		try (Progress progress = this.stage.progress("look for orders", buyers.size())) {
			placed = Crowd.run(buyers.size(), this.stage.clients(), progress,
					(number) -> placed(buyers.get(number), slowest));
		}
		long found = placed.stream().filter(Boolean::booleanValue).count();
		this.notes.check(found == buyers.size(), "every accepted order is placed within " + this.stage.limit(),
				"%d of %d; the last seen after %.1f s", found, buyers.size(), slowest.get() / 1e9);
	}

	private boolean placed(Purchase purchase, AtomicLong slowest) throws InterruptedException {
		for (String id : purchase.orders()) {
			Call look = Call.get("/voucher-order/" + id).as(purchase.buyer().token());
			long end = purchase.acceptedAt() + this.stage.within().toNanos();
			if (!Stage.until(end, () -> isPlaced(this.stage.client().send(look)))) {
				return false;
			}
			slowest.accumulateAndGet(System.nanoTime() - purchase.acceptedAt(), Math::max);
		}
		return true;
	}

	private boolean isPlaced(Reply reply) {
		return reply.done() && reply.data().path("status").asInt() == PLACED
				&& reply.data().path("voucherId").asLong() == this.voucher;
	}

	/** What the buyers own is what they were told, and together what there was. */
	private void owned(List<Purchase> purchases) throws InterruptedException {
		List<Set<String>> owned;
		try (Progress progress = this.stage.progress("look at buyers", purchases.size())) {
			owned = Crowd.run(purchases.size(), this.stage.clients(), progress,
					(number) -> owned(purchases.get(number)));
		}
		int total = owned.stream().mapToInt(Set::size).sum();
		int untold = 0;
		int others = 0;
		for (int i = 0; i < purchases.size(); i++) {
			Set<String> beyond = new HashSet<>(owned.get(i));
			beyond.removeAll(purchases.get(i).orders());
			if (purchases.get(i).inDoubt()) {
				untold += beyond.size();
			}
			else {
				others += beyond.size();
			}
		}
		this.notes.check(total == this.expected, "the buyers own as many orders as were to be had", "%d of %d", total,
				this.expected);
		this.notes.check(others == 0, "nobody has an order without having been told",
				"%d orders, %d more of buyers whose answer was lost", others, untold);
	}

	private Set<String> owned(Purchase purchase) throws InterruptedException {
		Reply reply = this.stage.ask(Call.get("/voucher-order/me").as(purchase.buyer().token()), (answer) -> {
		});
		Set<String> ids = new HashSet<>();
		for (JsonNode order : reply.list()) {
			if (order.path("voucherId").asLong() == this.voucher) {
				ids.add(order.path("id").asString());
			}
		}
		return ids;
	}

}
