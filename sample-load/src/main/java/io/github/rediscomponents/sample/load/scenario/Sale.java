// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.scenario;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.rediscomponents.sample.crowd.Call;
import io.github.rediscomponents.sample.crowd.Crowd;
import io.github.rediscomponents.sample.crowd.GuideClient;
import io.github.rediscomponents.sample.crowd.Member;
import io.github.rediscomponents.sample.crowd.Purchase;
import io.github.rediscomponents.sample.crowd.Reply;
import io.github.rediscomponents.sample.load.measure.Latencies;
import io.github.rediscomponents.sample.load.measure.Plot;
import io.github.rediscomponents.sample.load.measure.Progress;
import io.github.rediscomponents.sample.load.measure.Sampler;
import io.github.rediscomponents.sample.load.measure.Series;

/**
 * A flash sale: more buyers than there is stock, each of whom tries several times, in any
 * order and at any instance.
 *
 * @param buyers how many users
 * @param stock how many pieces
 * @param attempts how often each tries
 */
public record Sale(int buyers, int stock, int attempts) implements Scenario {

	private static final Duration STEP = Duration.ofMillis(50);

	private static final Duration LOOK = Duration.ofMillis(50);

	/** How often a buyer who never heard a clear answer tries again. */
	private static final int MORE_ATTEMPTS = 20;

	@Override
	public String name() {
		return "sale";
	}

	@Override
	public Outcome run(Stage stage) throws InterruptedException {
		Member owner = stage.member();
		List<Member> members = stage.members(this.buyers);
		long shop = stage.shop(owner, "Load sale");
		long voucher = create(stage, owner, shop);
		Latencies latencies = new Latencies(STEP);
		Series left = new Series("stock", latencies.began());
		Series sold = new Series("accepted", latencies.began());
		List<Purchase> purchases = members.stream().map(Purchase::new).toList();
		AtomicInteger accepted = new AtomicInteger();
		try (Sampler sampler = new Sampler(LOOK, () -> {
			sold.add(accepted.get());
			stock(stage, shop, voucher).ifPresent(left::add);
		})) {
			buy(stage, voucher, purchases, latencies, accepted);
		}
		double seconds = (System.nanoTime() - latencies.began()) / 1e9;
		Outcome.Notes notes = new Outcome.Notes();
		notes.figure("attempts", "%d of %d buyers", (long) this.buyers * this.attempts, this.buyers);
		notes.figure("attempts per second", "%.0f", this.buyers * this.attempts / seconds);
		new SaleCheck(stage, voucher, Math.min(this.buyers, this.stock), notes).check(purchases);
		checkStock(stage, shop, voucher, left, notes);
		notes.plot(Plot.of(latencies));
		notes.plot(Plot.counts("Stock", "pieces", List.of(left, sold)));
		return notes.outcome("Sale: %d buyers, %d in stock".formatted(this.buyers, this.stock), latencies);
	}

	private long create(Stage stage, Member owner, long shop) throws InterruptedException {
		// Whatever the time zone of the instances.
		LocalDateTime now = LocalDateTime.now();
		Map<String, Object> sale = Map.of("shopId", shop, "title", "Load sale", "payValue", 100, "actualValue", 1000,
				"stock", this.stock, "beginTime", now.minusDays(2), "endTime", now.plusDays(2));
		return stage.prepare(Call.post("/voucher/seckill").as(owner.token()).with(GuideClient.json(sale))).asLong();
	}

	private void buy(Stage stage, long voucher, List<Purchase> purchases, Latencies latencies, AtomicInteger accepted)
			throws InterruptedException {
		List<Purchase> order = new ArrayList<>();
		for (int i = 0; i < this.attempts; i++) {
			order.addAll(purchases);
		}
		Collections.shuffle(order, new Random(voucher));
		try (Progress progress = stage.progress("buy", order.size())) {
			Crowd.run(order.size(), stage.clients(), progress::step,
					(number) -> attempt(stage, voucher, order.get(number), latencies, accepted));
		}
		for (Purchase purchase : purchases) {
			for (int i = 0; i < MORE_ATTEMPTS && !purchase.answered(); i++) {
				attempt(stage, voucher, purchase, latencies, accepted);
			}
		}
	}

	private static boolean attempt(Stage stage, long voucher, Purchase purchase, Latencies latencies,
			AtomicInteger accepted) throws InterruptedException {
		Reply reply = stage.client().send(Call.post("/voucher-order/seckill/" + voucher).as(purchase.buyer().token()));
		latencies.add("order", reply.began(), reply.took(), reply.clear());
		purchase.heard(reply);
		if (reply.done()) {
			accepted.incrementAndGet();
		}
		return reply.done();
	}

	/** What is left, or empty if the instance that was asked did not say. */
	private static OptionalLong stock(Stage stage, long shop, long voucher) throws InterruptedException {
		Reply reply = stage.client().send(Call.get("/voucher/list/" + shop));
		return reply.done() ? reply.list()
			.stream()
			.filter((one) -> one.path("id").asLong() == voucher)
			.mapToLong((one) -> one.path("stock").asLong())
			.findFirst() : OptionalLong.empty();
	}

	private void checkStock(Stage stage, long shop, long voucher, Series seen, Outcome.Notes notes)
			throws InterruptedException {
		long expected = this.stock - Math.min(this.buyers, this.stock);
		OptionalLong[] found = { OptionalLong.empty() };
		boolean reached = stage.soon(() -> {
			found[0] = stock(stage, shop, voucher);
			return found[0].equals(OptionalLong.of(expected));
		});
		notes.check(reached, "the stock is what was not sold", "%s of %d left",
				found[0].isPresent() ? found[0].getAsLong() : "unknown", this.stock);
		double lowest = seen.values().stream().mapToDouble(Double::doubleValue).min().orElse(0);
		notes.check(!seen.values().isEmpty() && lowest >= 0, "no look found a negative stock",
				"the lowest of %d looks is %.0f", seen.values().size(), lowest);
	}

}
