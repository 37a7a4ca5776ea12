// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

import io.github.rediscomponents.queue.DeadLetter;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.sample.order.Decision.Verdict;
import io.github.rediscomponents.sample.order.SaleScripts.Change;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the scripts of a flash sale do, on whatever Redis.
 */
abstract class SaleContract extends SaleFixture {

	@Test
	void sellsExactlyWhatThereIsToAsManyUsers() {
		long voucher = sale(20);
		AtomicLong user = new AtomicLong();
		List<Verdict> verdicts = Concurrently.repeat(10, 6, () -> order(voucher, user.incrementAndGet()).verdict());
		assertThat(verdicts).filteredOn(Verdict.ACCEPTED::equals).hasSize(20);
		assertThat(verdicts).filteredOn(Verdict.SOLD_OUT::equals).hasSize(40);
		assertThat(this.scripts.stock(voucher)).hasValue(0);
		assertThat(this.queues.of(voucher).stats().depth()).isEqualTo(20);
	}

	@Test
	void aUserWhoAsksAgainHearsOfTheOrderThatIsThere() {
		long voucher = sale(5);
		Decision first = order(voucher, 1);
		assertThat(first.verdict()).isEqualTo(Verdict.ACCEPTED);
		List<Decision> again = Concurrently.repeat(5, 4, () -> order(voucher, 1));
		assertThat(again).hasSize(20).containsOnly(new Decision(Verdict.ORDERED, first.orderId()));
		assertThat(this.scripts.stock(voucher)).hasValue(4);
		assertThat(this.scripts.orderOf(voucher, 1)).contains(first.orderId());
	}

	@Test
	void manyClicksOfOneUserAtOnceMakeOneOrder() {
		long voucher = sale(5);
		List<Decision> all = Concurrently.run(20, () -> order(voucher, 1));
		assertThat(all).filteredOn((one) -> one.verdict() == Verdict.ACCEPTED).hasSize(1);
		assertThat(all).extracting(Decision::orderId).containsOnly(all.get(0).orderId());
		assertThat(this.queues.of(voucher).stats().depth()).isEqualTo(1);
	}

	@Test
	void whatIsNotSoldIsRefusedAndLeavesNothing() {
		LocalDateTime now = LocalDateTime.now();
		assertThat(order(nextVoucher(), 1).verdict()).isEqualTo(Verdict.LOST);
		assertThat(order(sale(5, 2, now.minusHours(1), now.plusHours(1)), 1).verdict()).isEqualTo(Verdict.OFF);
		assertThat(order(sale(5, 1, now.plusHours(1), now.plusHours(2)), 1).verdict()).isEqualTo(Verdict.NOT_BEGUN);
		assertThat(order(sale(5, 1, now.minusHours(2), now.minusHours(1)), 1).verdict()).isEqualTo(Verdict.OVER);
		long soldOut = sale(1);
		order(soldOut, 1);
		assertThat(order(soldOut, 2)).isEqualTo(new Decision(Verdict.SOLD_OUT, 0));
		assertThat(this.queues.of(soldOut).stats().depth()).isEqualTo(1);
		assertThat(this.scripts.orderOf(soldOut, 2)).isEmpty();
	}

	@Test
	void theMillisecondOfTheBeginIsInTheSale() {
		boolean sold = false;
		for (int i = 0; i < 500 && !sold; i++) {
			List<Verdict> verdicts = spinOver(1);
			sold = verdicts.contains(Verdict.ACCEPTED);
			assertThat(verdicts).last().isEqualTo(Verdict.OVER);
		}
		assertThat(sold).isTrue();
	}

	@Test
	void theMillisecondOfTheEndIsNotInTheSale() {
		for (int i = 0; i < 50; i++) {
			assertThat(spinOver(0)).doesNotContain(Verdict.ACCEPTED).last().isEqualTo(Verdict.OVER);
		}
	}

	/**
	 * Tries to buy all the time before, during and after a window of some milliseconds.
	 */
	private List<Verdict> spinOver(long millis) {
		LocalDateTime begin = LocalDateTime.now().truncatedTo(ChronoUnit.MILLIS).plus(4, ChronoUnit.MILLIS);
		long voucher = sale(1000, 1, begin, begin.plus(millis, ChronoUnit.MILLIS));
		List<Verdict> verdicts = new ArrayList<>();
		long user = 0;
		do {
			verdicts.add(order(voucher, ++user).verdict());
		}
		while (verdicts.get(verdicts.size() - 1) != Verdict.OVER);
		return verdicts;
	}

	@Test
	void whatIsAcceptedIsDeliveredAndPoisonHoldsUpNobody() {
		long voucher = sale(50);
		Queue<SaleOrder> stored = new ConcurrentLinkedQueue<>();
		this.redis.opsForStream().add(this.queues.of(voucher).streamKey(), Map.of("v", "{no order"));
		try (QueueSubscription subscription = this.queues.of(voucher)
			.subscribe((delivery) -> stored.add(delivery.value()), SubscribeOptions.concurrency(4))) {
			for (long user = 1; user <= 50; user++) {
				order(voucher, user);
			}
			await().untilAsserted(() -> assertThat(stored).hasSize(50));
			assertThat(stored).extracting(SaleOrder::userId).doesNotHaveDuplicates();
			assertThat(stored)
				.allSatisfy((one) -> assertThat(this.scripts.orderOf(voucher, one.userId())).contains(one.id()));
			await().untilAsserted(
					() -> assertThat(this.queues.of(voucher).deadLetters().list(10)).extracting(DeadLetter::deliveries)
						.containsExactly(1));
			DeadLetter<SaleOrder> poison = this.queues.of(voucher).deadLetters().list(10).get(0);
			assertThat(poison.error()).startsWith("Cannot be read");
			assertThat(Duration.between(poison.publishedAt(), poison.diedAt()))
				.isGreaterThanOrEqualTo(UNREADABLE_RETRY);
			assertThat(this.queues.of(voucher).stats().depth()).isZero();
		}
	}

	@Test
	void aLostSaleComesBackLessWhatIsOnTheWay() {
		long voucher = nextVoucher();
		SaleTerms terms = terms(voucher, 10, 0);
		load(terms, Map.of(), List.of(), Duration.ZERO);
		long stored = order(voucher, 1).orderId();
		long onTheWay = order(voucher, 2).orderId();
		long refused = order(voucher, 3).orderId();
		this.redis.delete(saleKey(voucher));
		assertThat(order(voucher, 4).verdict()).isEqualTo(Verdict.LOST);
		load(terms(voucher, 9, 0), Map.of(1L, stored), List.of(refused), Duration.ZERO);
		assertThat(this.scripts.stock(voucher)).hasValue(8);
		assertThat(order(voucher, 1)).isEqualTo(new Decision(Verdict.ORDERED, stored));
		assertThat(order(voucher, 2)).isEqualTo(new Decision(Verdict.ORDERED, onTheWay));
		assertThat(order(voucher, 3).verdict()).isEqualTo(Verdict.ACCEPTED);
	}

	@Test
	void aSaleThatLostItsBuyersAloneIsLost() {
		long voucher = nextVoucher();
		load(terms(voucher, 10, 0), Map.of(), List.of(), Duration.ZERO);
		long stored = order(voucher, 1).orderId();
		SaleOrder onTheWay = new SaleOrder(NEXT.incrementAndGet(), 2, voucher, "", "");
		this.scripts.order(onTheWay, false);
		this.redis.delete(saleKey(voucher) + ":buyers");
		assertThat(order(voucher, 1).verdict()).isEqualTo(Verdict.LOST);
		assertThat(this.scripts.order(onTheWay, true).verdict()).isEqualTo(Verdict.LOST);
		load(terms(voucher, 9, 0), Map.of(1L, stored), List.of(), Duration.ZERO);
		assertThat(this.scripts.stock(voucher)).hasValue(8);
		assertThat(order(voucher, 1)).isEqualTo(new Decision(Verdict.ORDERED, stored));
		assertThat(order(voucher, 2)).isEqualTo(new Decision(Verdict.ORDERED, onTheWay.id()));
		this.redis.delete(saleKey(voucher) + ":buyers");
		this.scripts.settle(onTheWay, onTheWay.id(), false);
		assertThat(this.scripts.stock(voucher)).isEmpty();
		load(terms(voucher, 8, 0), Map.of(1L, stored, 2L, onTheWay.id()), List.of(), Duration.ZERO);
		this.redis.delete(saleKey(voucher) + ":buyers");
		assertThat(this.scripts.terms(terms(voucher, 9, 1), false, "")).isEqualTo(Change.LOST);
	}

	@Test
	void aSaleWhoseOnlyBuyerWasRefusedIsNotLost() {
		long voucher = sale(1);
		SaleOrder refused = new SaleOrder(NEXT.incrementAndGet(), 1, voucher, "", "");
		this.scripts.order(refused, false);
		this.scripts.settle(refused, 0, true);
		assertThat(this.scripts.terms(terms(voucher, 1, 0), false, "")).isEqualTo(Change.DONE);
		this.scripts.settle(refused, 0, true);
		assertThat(order(voucher, 2).verdict()).isEqualTo(Verdict.ACCEPTED);
	}

	@Test
	void aSaleThatComesBackSellsToThoseFirstWhoseOrdersWereLost() {
		long voucher = nextVoucher();
		load(terms(voucher, 2, 0), Map.of(), List.of(), Duration.ofHours(1));
		assertThat(order(voucher, 1).verdict()).isEqualTo(Verdict.HELD);
		SaleOrder lost = new SaleOrder(NEXT.incrementAndGet(), 2, voucher, "", "");
		assertThat(this.scripts.order(lost, true).verdict()).isEqualTo(Verdict.ACCEPTED);
		assertThat(order(voucher, 2)).isEqualTo(new Decision(Verdict.ORDERED, lost.id()));
		assertThat(order(voucher, 3).verdict()).isEqualTo(Verdict.HELD);
	}

	@Test
	void aSaleThatComesBackSellsToEverybodyLater() {
		long voucher = nextVoucher();
		load(terms(voucher, 1, 0), Map.of(), List.of(), Duration.ofMillis(100));
		await().untilAsserted(() -> assertThat(order(voucher, 1).verdict()).isEqualTo(Verdict.ACCEPTED));
		assertThat(order(voucher, 2).verdict()).isEqualTo(Verdict.SOLD_OUT);
	}

	@Test
	void ofManyWhoLoadOneDoes() {
		long voucher = nextVoucher();
		SaleTerms terms = terms(voucher, 10, 0);
		List<Decision> all = Concurrently.repeat(8, 5, () -> {
			load(terms, Map.of(), List.of(), Duration.ZERO);
			return order(voucher, NEXT.incrementAndGet());
		});
		assertThat(all).filteredOn((one) -> one.verdict() == Verdict.ACCEPTED).hasSize(10);
		assertThat(all).filteredOn((one) -> one.verdict() == Verdict.SOLD_OUT).hasSize(30);
	}

	@Test
	void aVoucherOfAnotherDatabaseIsAnotherSale() {
		long voucher = sale(5);
		order(voucher, 1);
		SaleTerms other = terms(voucher, 7, 0, LocalDateTime.of(2020, 1, 1, 0, 0));
		assertThat(this.scripts.terms(other, false, "")).isEqualTo(Change.LOST);
		load(other, Map.of(), List.of(), Duration.ZERO);
		assertThat(this.scripts.stock(voucher)).hasValue(7);
		assertThat(this.scripts.orderOf(voucher, 1)).isEmpty();
		assertThat(this.queues.of(voucher).stats().depth()).isZero();
	}

	@Test
	void whatIsGivenBackIsGivenBackOnce() {
		long voucher = sale(3);
		SaleOrder order = new SaleOrder(NEXT.incrementAndGet(), 1, voucher, "", "");
		this.scripts.order(order, false);
		for (int i = 0; i < 3; i++) {
			this.scripts.settle(order, 0, true);
			assertThat(this.scripts.stock(voucher)).hasValue(3);
		}
		Decision second = order(voucher, 1);
		assertThat(second.verdict()).isEqualTo(Verdict.ACCEPTED);
		this.scripts.settle(order, 0, true);
		assertThat(this.scripts.stock(voucher)).hasValue(2);
		assertThat(this.scripts.orderOf(voucher, 1)).contains(second.orderId());
	}

	@Test
	void anOrderThatTheSaleDidNotKnowTakesItsPieceWhenItIsStored() {
		long voucher = sale(3);
		SaleOrder forgotten = new SaleOrder(NEXT.incrementAndGet(), 1, voucher, "", "");
		for (int i = 0; i < 3; i++) {
			this.scripts.settle(forgotten, forgotten.id(), false);
			assertThat(this.scripts.stock(voucher)).hasValue(2);
		}
		assertThat(order(voucher, 1)).isEqualTo(new Decision(Verdict.ORDERED, forgotten.id()));
		// The user had bought again before the first order was stored.
		SaleOrder first = new SaleOrder(NEXT.incrementAndGet(), 2, voucher, "", "");
		SaleOrder second = new SaleOrder(NEXT.incrementAndGet(), 2, voucher, "", "");
		this.scripts.order(second, false);
		this.scripts.settle(first, first.id(), false);
		this.scripts.settle(second, first.id(), true);
		assertThat(this.scripts.stock(voucher)).hasValue(1);
		assertThat(this.scripts.orderOf(voucher, 2)).contains(first.id());
	}

	@Test
	void aRefusalForLackOfStockGivesNothingBack() {
		long voucher = sale(3);
		SaleOrder order = new SaleOrder(NEXT.incrementAndGet(), 1, voucher, "", "");
		this.scripts.order(order, false);
		this.scripts.settle(order, 0, false);
		assertThat(this.scripts.stock(voucher)).hasValue(2);
		assertThat(this.scripts.orderOf(voucher, 1)).isEmpty();
	}

	@Test
	void aChangeOfTheStockIsAppliedOnceAndTakesAwayNothingThatIsSold() {
		long voucher = sale(5);
		order(voucher, 1);
		order(voucher, 2);
		for (int i = 0; i < 3; i++) {
			assertThat(this.scripts.terms(terms(voucher, 9, 4), false, "")).isEqualTo(Change.DONE);
			assertThat(this.scripts.stock(voucher)).hasValue(7);
		}
		assertThat(this.scripts.terms(terms(voucher, 1, -4), true, "")).isEqualTo(Change.TOO_FEW);
		assertThat(this.scripts.stock(voucher)).hasValue(7);
		assertThat(this.scripts.terms(terms(voucher, 2, -3), true, "")).isEqualTo(Change.DONE);
		assertThat(this.scripts.stock(voucher)).hasValue(0);
		assertThat(order(voucher, 3).verdict()).isEqualTo(Verdict.SOLD_OUT);
	}

	@Test
	void anAcceptedOrderThatWasLostIsAcceptedAgainAlsoWhenTheSaleIsOver() {
		LocalDateTime now = LocalDateTime.now();
		long voucher = sale(1, 2, now.minusHours(2), now.minusHours(1));
		SaleOrder order = new SaleOrder(NEXT.incrementAndGet(), 1, voucher, "", "");
		assertThat(this.scripts.order(order, true)).isEqualTo(new Decision(Verdict.ACCEPTED, order.id()));
		assertThat(this.scripts.order(order, true)).isEqualTo(new Decision(Verdict.ORDERED, order.id()));
		assertThat(this.scripts.order(new SaleOrder(NEXT.incrementAndGet(), 2, voucher, "", ""), true).verdict())
			.isEqualTo(Verdict.SOLD_OUT);
	}

	@Test
	void aSaleIsForgottenWhenItIsOverAndDrained() {
		LocalDateTime now = LocalDateTime.now();
		long on = sale(5);
		assertThat(this.scripts.close(on)).isFalse();
		long over = sale(5, 1, now.minusHours(2), now.minusHours(1));
		this.scripts.order(new SaleOrder(NEXT.incrementAndGet(), 1, over, "", ""), true);
		assertThat(this.scripts.close(over)).isFalse();
		this.queues.of(over).purge();
		assertThat(this.scripts.close(over)).isTrue();
		assertThat(this.queues.of(over).retire()).isTrue();
		assertThat(this.scripts.stock(over)).isEqualTo(OptionalLong.empty());
		assertThat(this.redis.hasKey(saleKey(over) + ":buyers")).isFalse();
		assertThat(this.redis.hasKey(this.queues.of(over).streamKey())).isFalse();
	}

	@Test
	void nothingOfASaleStaysForEver() {
		long voucher = sale(5);
		order(voucher, 1);
		assertThat(this.redis.getExpire(saleKey(voucher))).isBetween(1L, 90_001L);
		assertThat(this.redis.getExpire(saleKey(voucher) + ":buyers")).isBetween(1L, 90_001L);
	}

	@Test
	void theScriptsComeBackWhenTheServerForgetsThem() {
		long voucher = sale(5);
		deployment().scriptFlush();
		assertThat(order(voucher, 1).verdict()).isEqualTo(Verdict.ACCEPTED);
	}

}
