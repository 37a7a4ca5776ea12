// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Sales;
import io.github.rediscomponents.sample.user.UserStoreAccess;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Flash sales whose database, stream or terms are not as the decision expected.
 */
class SaleTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final long NOBODY = 99_999_999;

	private final Guide guide = Guide.shared();

	@Test
	void piecesBeyondWhatCanBeCountedAreRefused() {
		long voucher = Sales.create(this.guide, 5);
		int most = 1_000_000_000;
		Sales.addStock(this.guide, voucher, most).assertDone();
		Sales.addStock(this.guide, voucher, most).assertDone();
		assertThat(Sales.addStock(this.guide, voucher, most).assertRefused().sentence())
			.isEqualTo("The number of pieces is out of range.");
		assertThat(Sales.left(this.guide, voucher)).isEqualTo(2L * most + 5);
		Sales.addStock(this.guide, voucher, -most).assertDone();
		Sales.addStock(this.guide, voucher, -most).assertDone();
		Sales.addStock(this.guide, voucher, -most).assertRefused();
		assertThat(Sales.stock(this.guide, voucher)).isEqualTo(5);
	}

	@Test
	void changesOfTheStockAreAddedInRedisAndDatabase() {
		long voucher = Sales.create(this.guide, 5);
		Sales.buy(this.guide, voucher, this.guide.tokenOf(1));
		Sales.addStock(this.guide, voucher, 10).assertDone();
		assertStock(voucher, 14);
		Sales.addStock(this.guide, voucher, -4).assertDone();
		assertStock(voucher, 10);
		Sales.addStock(this.guide, voucher, -11).assertRefused();
		assertStock(voucher, 10);
		Sales.addStock(this.guide, voucher, -10).assertDone();
		assertThat(Sales.order(this.guide, voucher, this.guide.tokenOf(2)).assertRefused().sentence())
			.isEqualTo("Sold out.");
		Sales.addStock(this.guide, voucher, 1).assertDone();
		Sales.buy(this.guide, voucher, this.guide.tokenOf(2));
		assertStock(voucher, 0);
	}

	@Test
	void manyChangesAtOnceAreAllApplied() {
		long voucher = Sales.create(this.guide, 100);
		AtomicLong user = new AtomicLong(100);
		Concurrently.repeat(4, 5, () -> {
			Sales.addStock(this.guide, voucher, 3).assertDone();
			Sales.order(this.guide, voucher, this.guide.tokenOf(user.incrementAndGet())).assertDone();
			Sales.addStock(this.guide, voucher, -2).assertDone();
			return true;
		});
		Sales.awaitOrders(this.guide, voucher, 20);
		assertStock(voucher, 100);
	}

	@Test
	void badChangesAreRefused() {
		Sales.addStock(this.guide, 999_999, 1).assertRefused();
		Sales.addStock(this.guide, 1, 1).assertRefused();
		Sales.addStock(this.guide, 3, Integer.MIN_VALUE).assertRefused();
		this.guide.put("/voucher/seckill", this.guide.tokenOf(1), "{}").assertRefused();
		this.guide.put("/voucher/seckill", this.guide.tokenOf(1), "{\"id\":3,\"status\":4}").assertRefused();
		this.guide.put("/voucher/seckill", this.guide.tokenOf(1), "{\"id\":\"x\"}").assertStatus(400);
		this.guide.put("/voucher/seckill", null, "{\"id\":3}").assertStatus(401);
	}

	@Test
	void termsThatAreChangedInTheDatabaseHoldWithinSeconds() {
		long voucher = Sales.create(this.guide, 5);
		sql("UPDATE tb_voucher SET status = 2 WHERE id = ?", voucher);
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(
					Sales.order(this.guide, voucher, this.guide.tokenOf(NOBODY)).assertRefused().sentence())
				.isEqualTo("This voucher is not sold."));
	}

	@Test
	void anOrderThatTheDatabaseRefusesIsCancelledAndGivenBackOnce() {
		long voucher = Sales.create(this.guide, 5);
		String token = this.guide.tokenOf(NOBODY);
		for (int i = 0; i < 3; i++) {
			String id = Sales.order(this.guide, voucher, token).data().asString();
			await().atMost(PATIENCE)
				.untilAsserted(
						() -> assertThat(this.guide.get("/voucher-order/" + id, token).data().path("status").asInt())
							.isEqualTo(4));
			await().atMost(PATIENCE).untilAsserted(() -> assertThat(Sales.left(this.guide, voucher)).isEqualTo(5));
		}
		assertThat(this.guide.get("/voucher-order/me", token).list()).isEmpty();
		assertThat(SaleAccess.queue(this.guide.context(), voucher).stats().deadLetters()).isZero();
		assertStock(voucher, 5);
	}

	@Test
	void whatTheDatabaseHasAlreadyIsNotSoldTwice() {
		long voucher = Sales.create(this.guide, 5);
		sql("INSERT INTO tb_voucher_order (id, user_id, voucher_id, status, create_time) VALUES (" + voucher
				+ ", 5, ?, 1, LOCALTIMESTAMP(3))", voucher);
		sql("UPDATE tb_seckill_voucher SET stock = 4 WHERE voucher_id = ?", voucher);
		String token = this.guide.tokenOf(5);
		String id = Sales.order(this.guide, voucher, token).data().asString();
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(this.guide.get("/voucher-order/" + id, token).data().path("status").asInt())
				.isEqualTo(4));
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(Sales.order(this.guide, voucher, token).body().path("data").asString())
				.isEqualTo(String.valueOf(voucher)));
		assertStock(voucher, 4);
	}

	@Test
	void theDatabaseIsTheLastGuardOfTheStock() {
		long voucher = Sales.create(this.guide, 5);
		sql("UPDATE tb_seckill_voucher SET stock = 2 WHERE voucher_id = ?", voucher);
		for (int i = 0; i < 5; i++) {
			Sales.order(this.guide, voucher, this.guide.tokenOf(10 + i)).assertDone();
		}
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(SaleAccess.queue(this.guide.context(), voucher).stats().depth()).isZero());
		assertThat(Sales.orders(this.guide, voucher)).isEqualTo(2);
		assertThat(count("SELECT COUNT(*) FROM tb_voucher_order_refused WHERE reason = 'NO_STOCK' AND voucher_id = ?",
				voucher))
			.isEqualTo(3);
		assertStock(voucher, 0);
	}

	@Test
	void aSaleThatRedisLostComesBackWithTheNextBuyer() {
		long voucher = Sales.create(this.guide, 5);
		String id = Sales.buy(this.guide, voucher, this.guide.tokenOf(1)).path("id").asString();
		SaleAccess.lose(this.guide.context(), voucher);
		Sales.order(this.guide, voucher, this.guide.tokenOf(2)).assertStatus(503);
		await().atMost(PATIENCE)
			.untilAsserted(() -> Sales.order(this.guide, voucher, this.guide.tokenOf(2)).assertDone());
		assertThat(Sales.order(this.guide, voucher, this.guide.tokenOf(1)).body().path("data").asString())
			.isEqualTo(id);
		assertStock(voucher, 3);
	}

	@Test
	void aSaleThatRedisLostIsHeldWhateverBringsItBack() {
		long voucher = Sales.create(this.guide, 5);
		SaleAccess.lose(this.guide.context(), voucher);
		Sales.addStock(this.guide, voucher, 1).assertDone();
		Sales.order(this.guide, voucher, this.guide.tokenOf(1)).assertStatus(503);
		SaleAccess.lose(this.guide.context(), voucher);
		SaleAccess.reload(this.guide.context(), voucher);
		Sales.order(this.guide, voucher, this.guide.tokenOf(1)).assertStatus(503);
		await().atMost(PATIENCE)
			.untilAsserted(() -> Sales.order(this.guide, voucher, this.guide.tokenOf(1)).assertDone());
		assertStock(voucher, 5);
	}

	@Test
	void theBuyerWhoFindsASaleLostSubmitsTheLostOrdersAgain() throws Exception {
		// Virtual threads have another scheduler.
		try (Guide own = Guide.start(new Guide.Settings().with("spring.threads.virtual.enabled", "false"))) {
			long voucher = Sales.create(own, 1);
			long lost = whileNobodyLooks(own, () -> {
				SaleAccess.lose(own.context(), voucher);
				long order = SaleAccess.accept(own.context(), 1, voucher);
				Sales.order(own, voucher, own.tokenOf(2)).assertStatus(503);
				assertThat(SaleAccess.orderOf(own.context(), voucher, 1)).hasValue(order);
				return order;
			});
			Sales.stored(own, Long.toString(lost), own.tokenOf(1));
			await().atMost(PATIENCE).untilAsserted(() -> {
				assertThat(Sales.left(own, voucher)).isZero();
				assertThat(Sales.stock(own, voucher)).isZero();
			});
		}
	}

	@Test
	void ordersThatAreLostWithTheStreamAreHadAgain() throws Exception {
		long voucher = Sales.create(this.guide, 30);
		List<String> ids = whileNothingCanBeStored(voucher, () -> {
			List<String> accepted = Concurrently.repeat(5, 4, new AtomicLong(100)::incrementAndGet)
				.stream()
				.map((user) -> Sales.order(this.guide, voucher, this.guide.tokenOf(user)).data().asString())
				.toList();
			SaleAccess.lose(this.guide.context(), voucher);
			return accepted;
		});
		assertThat(ids).hasSize(20);
		Sales.awaitOrders(this.guide, voucher, 20);
		assertStock(voucher, 10);
		for (int i = 0; i < 20; i++) {
			assertThat(
					count("SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ? AND id = " + ids.get(i), voucher))
				.isEqualTo(1);
		}
	}

	@Test
	void ofASaleThatIsOverNothingIsLeftInRedis() {
		long voucher = Sales.create(this.guide, 5);
		String token = this.guide.tokenOf(1);
		String id = Sales.order(this.guide, voucher, token).data().asString();
		assertThat(SaleAccess.open(this.guide.context())).contains(voucher);
		sql("UPDATE tb_seckill_voucher SET end_time = LOCALTIMESTAMP(3) WHERE voucher_id = ?", voucher);
		SaleAccess.reload(this.guide.context(), voucher);
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(SaleAccess.keys(this.guide.context(), voucher)).isEmpty());
		assertThat(SaleAccess.open(this.guide.context())).doesNotContain(voucher);
		assertThat(this.guide.get("/voucher-order/" + id, token).data().path("status").asInt()).isEqualTo(1);
		assertThat(Sales.order(this.guide, voucher, this.guide.tokenOf(2)).assertRefused().sentence())
			.isEqualTo("The sale is over.");
		assertThat(SaleAccess.keys(this.guide.context(), voucher)).isEmpty();
	}

	@Test
	void aFailureThatNobodyUnderstandsEndsAmongTheDeadLettersAndCanBeRedriven() {
		try (Guide own = Guide.start(new Guide.Settings().with("city-guide.sale.backoff", "1ms"))) {
			long voucher = Sales.create(own, 5);
			own.bean(JdbcClient.class).sql("ALTER TABLE tb_voucher_order_refused RENAME TO tb_away").update();
			String token = own.tokenOf(1);
			String id = Sales.order(own, voucher, token).data().asString();
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(SaleAccess.queue(own.context(), voucher).deadLetters().list(10))
					.singleElement()
					.satisfies((letter) -> assertThat(letter.deliveries()).isEqualTo(8)));
			own.bean(JdbcClient.class).sql("ALTER TABLE tb_away RENAME TO tb_voucher_order_refused").update();
			assertThat(own.get("/voucher-order/" + id, token).data().path("status").asInt()).isZero();
			assertThat(own.get("/voucher-order/me", token).list()).singleElement()
				.satisfies((order) -> assertThat(order.path("title").asString()).isEqualTo("Test sale"));
			assertThat(SaleAccess.queue(own.context(), voucher).deadLetters().redriveAll()).isEqualTo(1);
			Sales.stored(own, id, token);
		}
	}

	@Test
	void whatIsLeftOfASaleThatIsOverIsStoredAfterTheNextStart() {
		Guide.Settings settings = new Guide.Settings();
		LocalDateTime now = LocalDateTime.now();
		long voucher;
		try (Guide first = Guide.start(settings)) {
			voucher = Sales.create(first, 5, now.minusDays(5), now.minusDays(4));
			SaleAccess.leave(first.context(), 1L << 60, 5, voucher);
		}
		try (Guide second = Guide.start(settings)) {
			Sales.stored(second, String.valueOf(1L << 60), second.tokenOf(5));
			assertThat(Sales.stock(second, voucher)).isEqualTo(4);
			await().atMost(PATIENCE)
				.untilAsserted(() -> assertThat(SaleAccess.keys(second.context(), voucher)).isEmpty());
		}
	}

	@Test
	void aUserWhoIsGoneWhenTheOrderIsStoredHasACancelledOrder() throws Exception {
		long voucher = Sales.create(this.guide, 5);
		long user = UserStoreAccess.findOrCreate(this.guide.context(), Guide.randomAccount());
		sql("DELETE FROM tb_user_info WHERE user_id = ?", user);
		String token = this.guide.tokenOf(user);
		sql("DELETE FROM tb_user WHERE id = ?", user);
		List<String> ids = whileNothingCanBeStored(voucher,
				() -> List.of(Sales.order(this.guide, voucher, token).data().asString()));
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(
					this.guide.get("/voucher-order/" + ids.get(0), token).data().path("status").asInt())
				.isEqualTo(4));
		assertStock(voucher, 5);
	}

	/** Keeps the only thread that looks at the sales once in a second. */
	private static <T> T whileNobodyLooks(Guide own, Callable<T> action) throws Exception {
		ThreadPoolTaskScheduler scheduler = own.bean(ThreadPoolTaskScheduler.class);
		assertThat(scheduler.getScheduledThreadPoolExecutor().getCorePoolSize()).isEqualTo(1);
		return whileHeld(scheduler::execute, action);
	}

	/** Keeps the row of a sale locked, as a database that takes long. */
	private <T> T whileNothingCanBeStored(long voucher, Callable<T> action) throws Exception {
		TransactionTemplate transaction = new TransactionTemplate(this.guide.bean(PlatformTransactionManager.class));
		ExecutorService holder = Executors.newSingleThreadExecutor();
		try {
			return whileHeld((hold) -> holder.execute(() -> transaction.executeWithoutResult((status) -> {
				count("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ? FOR UPDATE", voucher);
				hold.run();
			})), action);
		}
		finally {
			holder.shutdown();
			assertThat(holder.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
		}
	}

	/**
	 * Does something while another thread stands still.
	 * @param thread runs on that thread what it is given
	 */
	private static <T> T whileHeld(Consumer<Runnable> thread, Callable<T> action) throws Exception {
		CountDownLatch end = new CountDownLatch(1);
		CountDownLatch begun = new CountDownLatch(1);
		thread.accept(() -> {
			begun.countDown();
			try {
				end.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		});
		assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
		try {
			return action.call();
		}
		finally {
			end.countDown();
		}
	}

	private void assertStock(long voucher, long expected) {
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(Sales.left(this.guide, voucher)).isEqualTo(expected);
			assertThat(Sales.stock(this.guide, voucher)).isEqualTo(expected);
		});
	}

	private void sql(String statement, long parameter) {
		this.guide.bean(JdbcClient.class).sql(statement).param(parameter).update();
	}

	private long count(String query, long parameter) {
		return this.guide.bean(JdbcClient.class).sql(query).param(parameter).query(Long.class).single();
	}

}
