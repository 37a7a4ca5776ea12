// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Sales;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Flash sales of which Redis loses one part or all, while commands are refused and
 * replies are lost.
 */
@TestInstance(Lifecycle.PER_CLASS)
class SaleLossTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final RedisServer redis = RedisServer.start();

	private final RedisProxy proxy = RedisProxy.to(this.redis);

	private final Guide.Settings settings = new Guide.Settings(this.proxy.host(), this.proxy.port())
		.with("spring.data.redis.username", "limited")
		.with("spring.data.redis.password", "secret")
		.with("city-guide.sale.hold", "500ms");

	private Guide guide;

	@BeforeAll
	void start() {
		mayRun("+@all");
		this.guide = Guide.start(this.settings);
	}

	@AfterAll
	void stop() {
		this.guide.close();
		this.proxy.close();
		this.redis.close();
	}

	private void mayRun(String rules) {
		String user = "ACL SETUSER limited on >secret ~* &* " + rules;
		this.redis.command(user.split(" "));
	}

	@ParameterizedTest
	@ValueSource(strings = { "HMGET", "HGET", "HLEN", "XLEN", "XRANGE", "TIME", "PTTL", "UNLINK", "HSET", "HDEL",
			"XADD", "PEXPIRE", "PEXPIREAT", "EXISTS", "EVALSHA" })
	void anOrderIsRestoredOnceItsCommandIsPermittedAgain(String command) {
		long voucher = Sales.create(this.guide, 2);
		SaleAccess.lose(this.guide.context(), voucher);
		long lost = SaleAccess.accept(this.guide.context(), 1, voucher);
		String buyer = this.guide.tokenOf(2);
		mayRun("-" + command.toLowerCase(Locale.ROOT));
		try {
			SaleAccess.attempt(this.guide.context(), 2, voucher);
		}
		finally {
			mayRun("+@all");
		}
		assertRestored(voucher, lost, buyer);
	}

	@Test
	void anOrderIsRestoredAlthoughRepliesAreLost() {
		for (int i = 0; i < 4; i++) {
			long voucher = Sales.create(this.guide, 2);
			SaleAccess.lose(this.guide.context(), voucher);
			long lost = SaleAccess.accept(this.guide.context(), 1, voucher);
			String buyer = this.guide.tokenOf(2);
			this.proxy.swallowNextReply();
			SaleAccess.attempt(this.guide.context(), 2, voucher);
			assertRestored(voucher, lost, buyer);
		}
	}

	private void awaitStored(long order) {
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(count("tb_voucher_order WHERE id = ?", order)).isEqualTo(1));
	}

	private long count(String from, long parameter) {
		return this.guide.bean(JdbcClient.class)
			.sql("SELECT COUNT(*) FROM " + from)
			.param(parameter)
			.query(Long.class)
			.single();
	}

	private void assertRestored(long voucher, long lost, String buyer) {
		awaitStored(lost);
		await().atMost(PATIENCE).untilAsserted(() -> {
			// A lost answer of an order is repeated as a user does.
			Sales.order(this.guide, voucher, buyer);
			assertThat(Sales.orders(this.guide, voucher)).isEqualTo(2);
		});
		await().atMost(PATIENCE).untilAsserted(() -> {
			assertThat(Sales.left(this.guide, voucher)).isZero();
			assertThat(Sales.stock(this.guide, voucher)).isZero();
		});
		assertThat(count("tb_voucher_order_refused WHERE voucher_id = ?", voucher)).isZero();
	}

	@Test
	void anInstanceThatDoesNotKnowALostSaleHoldsItToo() {
		long voucher = Sales.create(this.guide, 1);
		SaleAccess.lose(this.guide.context(), voucher);
		try (Guide second = Guide.start(this.settings.with("city-guide.sale.hold", "1h"))) {
			Sales.order(second, voucher, second.tokenOf(2)).assertStatus(503);
			long lost = SaleAccess.accept(this.guide.context(), 1, voucher);
			awaitStored(lost);
		}
	}

	@Test
	void anOrderThatIsLostWithTheStreamAloneIsStored() {
		long voucher = Sales.create(this.guide, 2);
		long lost = SaleAccess.acceptWithoutStream(this.guide.context(), 1, voucher);
		awaitStored(lost);
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(Sales.left(this.guide, voucher)).isEqualTo(1));
		assertThat(Sales.stock(this.guide, voucher)).isEqualTo(1);
	}

	@Test
	void anOrderOnTheWayIsStoredAlthoughItsSaleLosesTheBuyersAlone() {
		long voucher = Sales.create(this.guide, 1);
		String buyer = this.guide.tokenOf(1);
		long[] order = new long[1];
		this.guide.bean(TransactionTemplate.class).executeWithoutResult((status) -> {
			// Keeps the order from being stored until the rollback.
			this.guide.bean(JdbcClient.class)
				.sql("INSERT INTO tb_voucher_order (id, user_id, voucher_id, status, create_time) "
						+ "VALUES (1, 1, ?, 1, LOCALTIMESTAMP(3))")
				.param(voucher)
				.update();
			status.setRollbackOnly();
			CompletableFuture.runAsync(() -> {
				order[0] = Long.parseLong(Sales.order(this.guide, voucher, buyer).data().asString());
				this.redis.command("DEL", SaleAccess.key(this.guide.context(), voucher) + ":buyers");
				SaleAccess.lookAfter(this.guide.context());
			}).join();
		});
		awaitStored(order[0]);
		assertThat(Sales.order(this.guide, voucher, buyer).assertRefused().body().path("data").asString())
			.isEqualTo(String.valueOf(order[0]));
		assertThat(count("tb_voucher_order_refused WHERE voucher_id = ?", voucher)).isZero();
		await().atMost(PATIENCE).untilAsserted(() -> assertThat(Sales.left(this.guide, voucher)).isZero());
	}

	@Test
	void aSaleThatCannotBeRestoredKeepsNoOtherFromIt() {
		long broken = Sales.create(this.guide, 1);
		long voucher = Sales.create(this.guide, 1);
		SaleAccess.lose(this.guide.context(), broken);
		SaleAccess.lose(this.guide.context(), voucher);
		this.redis.command("SET", SaleAccess.queue(this.guide.context(), broken).streamKey(), "x");
		long stays = SaleAccess.accept(this.guide.context(), 1, broken);
		long lost = SaleAccess.accept(this.guide.context(), 1, voucher);
		awaitStored(lost);
		this.redis.command("DEL", SaleAccess.queue(this.guide.context(), broken).streamKey());
		awaitStored(stays);
	}

	@Test
	void aSaleThatCannotBeReadKeepsNoOtherFromItsTerms() {
		long broken = Sales.create(this.guide, 1);
		long voucher = Sales.create(this.guide, 1);
		String key = SaleAccess.key(this.guide.context(), broken);
		this.redis.command("DEL", key);
		this.redis.command("SET", key, "x");
		this.guide.bean(JdbcClient.class)
			.sql("UPDATE tb_voucher SET status = 2 WHERE id IN (?, ?)")
			.params(broken, voucher)
			.update();
		await().atMost(PATIENCE)
			.untilAsserted(
					() -> assertThat(Sales.order(this.guide, voucher, this.guide.tokenOf(3)).assertRefused().sentence())
						.isEqualTo("This voucher is not sold."));
		this.redis.command("DEL", key);
	}

}
