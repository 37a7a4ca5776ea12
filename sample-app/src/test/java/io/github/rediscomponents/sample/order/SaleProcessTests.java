// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.rediscomponents.sample.fixture.Crowd;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.GuideProcess;
import io.github.rediscomponents.sample.fixture.Sales;
import io.github.rediscomponents.sample.fixture.SharedDatabase;
import io.github.rediscomponents.sample.fixture.Tokens;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.TestMethodOrder;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A flash sale at two processes, which are killed, ended in good order, and whose Redis
 * loses everything. In an order that needs the fewest starts.
 */
@TestInstance(Lifecycle.PER_CLASS)
@TestMethodOrder(OrderAnnotation.class)
class SaleProcessTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final RedisServer redis = RedisServer.start();

	private final SharedDatabase database = SharedDatabase.start("processes");

	private final Guide.Settings settings = new Guide.Settings(this.redis).with("spring.datasource.url",
			this.database.url());

	private final Tokens tokens = new Tokens(this.settings);

	private final JdbcClient jdbc = this.database.jdbc();

	private GuideProcess one;

	private GuideProcess two;

	private List<Long> users = List.of();

	@BeforeAll
	void start() {
		List<GuideProcess> both = Concurrently.run(2, () -> GuideProcess.start(this.settings));
		this.one = both.get(0);
		this.two = both.get(1);
		this.users = this.jdbc.sql("SELECT id FROM tb_user ORDER BY id LIMIT 1000").query(Long.class).list();
	}

	@AfterAll
	void stop() {
		Stream.of(this.one, this.two).forEach(GuideProcess::close);
		this.tokens.close();
		this.database.close();
		this.redis.close();
	}

	@Test
	@Order(1)
	void oneThousandBuyersOfTwoHundredMakeTwoHundredOrders() {
		long voucher = Sales.create(this.one, this.tokens.of(1), 200);
		Crowd crowd = crowd(voucher);
		long begin = System.nanoTime();
		crowd.buy(this.users);
		Duration took = Duration.ofNanos(System.nanoTime() - begin);
		awaitOrders(voucher, 200);
		System.out.printf(
				"Sale, two processes: 1000 buyers, 200 in stock: %d orders of %d buyers, %d left in Redis, %d in the database, %s; %d ms%n",
				orders(voucher), buyers(voucher), Sales.left(this.one, voucher), stock(voucher), crowd.refusals(),
				took.toMillis());
		assertThat(crowd.told()).hasSize(200);
		assertThat(crowd.refusals()).containsOnlyKeys("Sold out.");
		assertThat(crowd.refusals().get("Sold out.")).hasValue(800);
		assertThat(stored(crowd)).hasSize(200);
		assertThat(buyers(voucher)).isEqualTo(200);
		assertThat(Sales.left(this.two, voucher)).isZero();
		assertThat(stock(voucher)).isZero();
	}

	@Test
	@Order(2)
	void whatRedisLosesIsHadAgainAndNoMoreIsSoldThanThereIs() {
		long voucher = Sales.create(this.one, this.tokens.of(1), 300);
		Crowd crowd = crowd(voucher);
		CompletableFuture<Void> buying = CompletableFuture.runAsync(() -> crowd.buy(this.users.subList(0, 600)));
		int before = 0;
		for (int flush = 1; flush <= 2; flush++) {
			int enough = 100 * flush;
			await().atMost(PATIENCE).until(() -> crowd.told().size() >= enough);
			before = crowd.told().size();
			this.redis.flushAll();
		}
		buying.join();
		awaitOrders(voucher, 300);
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(statuses(crowd.told()).values().stream().mapToLong(Long::longValue).sum())
				.isEqualTo(crowd.told().size()));
		Map<Integer, Long> statuses = statuses(crowd.told());
		System.out.printf(
				"Sale, FLUSHALL twice, the last after %d orders: 300 in stock, %d ids told, by status %s: %d orders of %d buyers, %d left in the database, %d requests without an answer%n",
				before, crowd.told().size(), statuses, orders(voucher), buyers(voucher), stock(voucher),
				crowd.unanswered());
		assertThat(orders(voucher)).isEqualTo(300);
		assertThat(buyers(voucher)).isEqualTo(300);
		assertThat(stock(voucher)).isZero();
	}

	@Test
	@Order(3)
	void oneThatIsStoppedAndContinuesLosesNoOrder() {
		long voucher = Sales.create(this.one, this.tokens.of(1), 300);
		Crowd crowd = crowd(voucher);
		CompletableFuture<Void> buying = CompletableFuture.runAsync(() -> crowd.buy(this.users.subList(0, 400)));
		await().atMost(PATIENCE).until(() -> crowd.told().size() >= 100);
		this.one.pause();
		try {
			int before = crowd.told().size();
			await().atMost(PATIENCE).until(() -> crowd.told().size() > before || Sales.left(this.two, voucher) == 0);
		}
		finally {
			this.one.resume();
		}
		buying.join();
		awaitOrders(voucher, 300);
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(stored(crowd)).hasSameSizeAs(crowd.told()));
		assertThat(buyers(voucher)).isEqualTo(300);
		assertThat(stock(voucher)).isZero();
		assertThat(Sales.left(this.one, voucher)).isZero();
	}

	@Test
	@Order(4)
	void whenOneIsKilledTheOtherStoresItsOrders() {
		long voucher = Sales.create(this.one, this.tokens.of(1), 300);
		Crowd crowd = crowd(voucher);
		CompletableFuture<Void> buying = CompletableFuture.runAsync(() -> crowd.buy(this.users.subList(0, 400)));
		await().atMost(PATIENCE).until(() -> crowd.told().size() >= 100);
		this.one.kill();
		int told = crowd.told().size();
		long killed = System.nanoTime();
		buying.join();
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(stored(crowd)).hasSameSizeAs(crowd.told()));
		Duration took = Duration.ofNanos(System.nanoTime() - killed);
		awaitOrders(voucher, 300);
		System.out.printf(
				"Sale, one of two killed after %d orders: %d ids told, %d of them stored, all within %d ms; %d orders of %d buyers%n",
				told, crowd.told().size(), stored(crowd).size(), took.toMillis(), orders(voucher), buyers(voucher));
		assertThat(stock(voucher)).isZero();
		assertThat(Sales.left(this.two, voucher)).isZero();
	}

	@Test
	@Order(5)
	void whenAllAreKilledTheNextStartStoresTheirOrders() {
		long voucher = Sales.create(this.two, this.tokens.of(1), 300);
		Crowd crowd = new Crowd(this.tokens, voucher, List.of(this.two));
		CompletableFuture<Void> buying = CompletableFuture.runAsync(() -> crowd.buy(this.users.subList(0, 300)));
		await().atMost(PATIENCE).until(() -> crowd.told().size() >= 100);
		this.two.kill();
		crowd.close();
		buying.join();
		long missing = crowd.told().size() - stored(crowd).size();
		List<GuideProcess> both = Concurrently.run(2, () -> GuideProcess.start(this.settings));
		this.one = both.get(0);
		this.two = both.get(1);
		long started = System.nanoTime();
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(stored(crowd)).hasSameSizeAs(crowd.told()));
		Duration took = Duration.ofNanos(System.nanoTime() - started);
		System.out.printf(
				"Sale, all killed: %d ids told, %d of them not stored then; all stored %d ms after the next start%n",
				crowd.told().size(), missing, took.toMillis());
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(Sales.left(this.one, voucher)).isEqualTo(300 - orders(voucher)));
		assertThat(stock(voucher)).isEqualTo(300 - orders(voucher));
	}

	@Test
	@Order(6)
	void whoIsEndedInGoodOrderStoresWhatWasAccepted() {
		long voucher = Sales.create(this.one, this.tokens.of(1), 1000);
		Crowd crowd = crowd(voucher);
		CompletableFuture<Void> buying = CompletableFuture.runAsync(() -> crowd.buy(this.users));
		await().atMost(PATIENCE).until(() -> crowd.told().size() >= 100);
		List<Duration> took = Concurrently
			.run(List.of(() -> this.one.terminate(PATIENCE), () -> this.two.terminate(PATIENCE)));
		crowd.close();
		buying.join();
		System.out.printf(
				"Sale, SIGTERM to both: %d ids told, %d of them stored when both had ended, after %d and %d ms%n",
				crowd.told().size(), stored(crowd).size(), took.get(0).toMillis(), took.get(1).toMillis());
		assertThat(took).allSatisfy((one) -> assertThat(one).isLessThan(PATIENCE));
		assertThat(stored(crowd)).hasSameSizeAs(crowd.told());
	}

	private Crowd crowd(long voucher) {
		return new Crowd(this.tokens, voucher, List.of(this.one, this.two));
	}

	private void awaitOrders(long voucher, long expected) {
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(orders(voucher)).isEqualTo(expected));
	}

	/** Those that the clients were told and the database has. */
	private List<String> stored(Crowd crowd) {
		List<String> stored = new ArrayList<>();
		for (String id : crowd.told()) {
			if (count("SELECT COUNT(*) FROM tb_voucher_order WHERE id = ?", Long.parseLong(id)) == 1) {
				stored.add(id);
			}
		}
		return stored;
	}

	/** How many of some orders are stored and cancelled. */
	private Map<Integer, Long> statuses(List<String> ids) {
		List<Long> numbers = ids.stream().map(Long::valueOf).toList();
		return Map.of(1, count("SELECT COUNT(*) FROM tb_voucher_order WHERE id IN (:ids)", numbers), 4,
				count("SELECT COUNT(*) FROM tb_voucher_order_refused WHERE id IN (:ids)", numbers));
	}

	private long count(String sql, List<Long> ids) {
		return this.jdbc.sql(sql).param("ids", ids).query(Long.class).single();
	}

	private long count(String sql, long parameter) {
		return this.jdbc.sql(sql).param(parameter).query(Long.class).single();
	}

	private long orders(long voucher) {
		return count("SELECT COUNT(*) FROM tb_voucher_order WHERE voucher_id = ?", voucher);
	}

	private long buyers(long voucher) {
		return count("SELECT COUNT(DISTINCT user_id) FROM tb_voucher_order WHERE voucher_id = ?", voucher);
	}

	private long stock(long voucher) {
		return count("SELECT stock FROM tb_seckill_voucher WHERE voucher_id = ?", voucher);
	}

}
