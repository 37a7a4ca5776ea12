// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

import io.github.rediscomponents.sample.crowd.Call;
import io.github.rediscomponents.sample.crowd.Crowd;
import io.github.rediscomponents.sample.crowd.Purchase;
import io.github.rediscomponents.sample.crowd.Reply;
import io.github.rediscomponents.sample.crowd.SalePromises;
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
		SalePromises promises = new SalePromises(purchases, this.expected);
		this.notes.check(promises.answered());
		this.notes.figure("attempts without a clear answer", "%d",
				purchases.stream().mapToInt(Purchase::failures).sum());
		this.notes.check(promises.accepted());
		this.notes.check(promises.oneEach());
		placed(purchases);
		promises.owned(owned(purchases)).forEach(this.notes::check);
	}

	private void placed(List<Purchase> purchases) throws InterruptedException {
		List<Purchase> buyers = purchases.stream().filter((purchase) -> !purchase.orders().isEmpty()).toList();
		AtomicLong slowest = new AtomicLong();
		List<Boolean> placed;
		try (Progress progress = this.stage.progress("look for orders", buyers.size())) {
			placed = Crowd.run(buyers.size(), this.stage.clients(), progress::step,
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

	private List<Set<String>> owned(List<Purchase> purchases) throws InterruptedException {
		try (Progress progress = this.stage.progress("look at buyers", purchases.size())) {
			return Crowd.run(purchases.size(), this.stage.clients(), progress::step,
					(number) -> owned(purchases.get(number)));
		}
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
