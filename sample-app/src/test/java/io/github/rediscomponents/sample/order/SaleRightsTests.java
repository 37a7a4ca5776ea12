// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.rediscomponents.sample.order.Decision.Verdict;
import io.github.rediscomponents.sample.order.SaleScripts.Change;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Scripts of a flash sale that Redis breaks off, because the user may not run one of
 * their commands, or that it runs late.
 */
@TestInstance(Lifecycle.PER_CLASS)
class SaleRightsTests {

	private static final int STOCK = 10;

	private static final LocalDateTime NOW = LocalDateTime.now();

	private final RedisServer server = RedisServer.start();

	private ConfigurableApplicationContext context;

	private SaleScripts scripts;

	private long voucher;

	private long orders = 1L << 53;

	@BeforeAll
	void start() {
		mayRun("+@all");
		this.context = new SpringApplicationBuilder(SaleFixture.Application.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties("spring.data.redis.host=" + this.server.host(), "spring.data.redis.port=" + this.server.port(),
					"spring.data.redis.username=limited", "spring.data.redis.password=secret",
					"redis-components.key-prefix=t", "spring.data.redis.timeout=20s",
					"redis-components.embedded.enabled=false", "spring.config.location=optional:classpath:/none/")
			.run();
		this.scripts = this.context.getBean(SaleScripts.class);
	}

	@AfterAll
	void stop() {
		this.context.close();
		this.server.close();
	}

	private void mayRun(String rule) {
		this.server.command("ACL", "SETUSER", "limited", "on", ">secret", "~*", "&*", rule);
	}

	@ParameterizedTest
	@ValueSource(strings = { "HMGET", "HGET", "HLEN", "XLEN", "XRANGE", "TIME", "PTTL", "UNLINK", "HSET", "HDEL",
			"XADD", "PEXPIRE", "PEXPIREAT", "EXISTS", "EVALSHA" })
	void everyPieceIsCountedAlthoughACommandIsRefused(String command) {
		this.voucher++;
		load(STOCK, Map.of());
		without(command, () -> order(1));
		SaleOrder first = accepted(1);
		assertCounted(STOCK, Set.of(1L));
		without(command, () -> order(2));
		SaleOrder second = accepted(2);
		assertCounted(STOCK, Set.of(1L, 2L));
		for (int i = 0; i < 3; i++) {
			without(command, () -> this.scripts.settle(second, 0, true));
		}
		this.scripts.settle(second, 0, true);
		assertCounted(STOCK, Set.of(1L));
		SaleOrder unknown = new SaleOrder(++this.orders, 3, this.voucher, "", "");
		for (int i = 0; i < 3; i++) {
			without(command, () -> this.scripts.settle(unknown, unknown.id(), false));
		}
		this.scripts.settle(unknown, unknown.id(), false);
		assertCounted(STOCK, Set.of(1L, 3L));
		without(command, () -> this.scripts.terms(terms(STOCK, 5), false, ""));
		assertThat(this.scripts.terms(terms(STOCK, 5), false, "")).isEqualTo(Change.DONE);
		assertCounted(STOCK + 5, Set.of(1L, 3L));
		assertThat(this.scripts.orderOf(this.voucher, 1)).contains(first.id());
		assertThat(sent()).doesNotHaveDuplicates().contains(Long.toString(first.id()));
	}

	@ParameterizedTest
	@ValueSource(strings = { "HMGET", "HLEN", "XLEN", "XRANGE", "TIME", "UNLINK", "HSET", "PEXPIRE", "PEXPIREAT",
			"EVALSHA" })
	void aLostSaleComesBackWholeAlthoughACommandIsRefused(String command) {
		this.voucher++;
		load(STOCK, Map.of());
		accepted(1);
		this.server.command("DEL", key(), key() + ":buyers");
		Map<Long, Long> stored = Map.of(5L, 55L, 6L, 66L);
		without(command, () -> load(STOCK - 2, stored));
		assertThat(this.scripts.stock(this.voucher).isEmpty() || counted(STOCK, Set.of(1L, 5L, 6L)))
			.as("half a sale is no sale")
			.isTrue();
		load(STOCK - 2, stored);
		assertCounted(STOCK, Set.of(1L, 5L, 6L));
		assertThat(order(5)).isEqualTo(new Decision(Verdict.ORDERED, 55));
	}

	@Test
	void aLoadThatComesLateChangesNothing() {
		this.voucher++;
		SaleOrder order = new SaleOrder(++this.orders, 1, this.voucher, "", "");
		assertThat(this.scripts.terms(terms(STOCK, 0), false, "first")).isEqualTo(Change.LOST);
		// Whoever had announced the load has given up; the order is stored meanwhile.
		this.scripts.settle(order, order.id(), false);
		this.scripts.load(terms(STOCK, 0), Map.of(), List.of(), Duration.ZERO, "first");
		assertThat(this.scripts.stock(this.voucher)).isEmpty();
		assertThat(this.scripts.terms(terms(STOCK - 1, 0), false, "second")).isEqualTo(Change.LOST);
		this.scripts.load(terms(STOCK, 0), Map.of(), List.of(), Duration.ZERO, "first");
		this.scripts.load(terms(STOCK - 1, 0), Map.of(1L, order.id()), List.of(), Duration.ZERO, "second");
		assertCounted(STOCK, Set.of(1L));
	}

	@Test
	void nothingIsSoldWhileMoreOrdersMayHaveBeenLost() {
		this.voucher++;
		load(2, Map.of());
		assertThat(this.scripts.order(new SaleOrder(++this.orders, 1, this.voucher, "", ""), true).verdict())
			.isEqualTo(Verdict.ACCEPTED);
		assertThat(order(2).verdict()).isEqualTo(Verdict.HELD);
		assertThat(this.scripts.order(new SaleOrder(++this.orders, 3, this.voucher, "", ""), true).verdict())
			.isEqualTo(Verdict.ACCEPTED);
	}

	private void without(String command, Runnable action) {
		mayRun("-" + command.toLowerCase(Locale.ROOT));
		catchThrowable(action::run);
		mayRun("+@all");
	}

	private Decision order(long user) {
		return this.scripts.order(new SaleOrder(++this.orders, user, this.voucher, "", ""), false);
	}

	/** The order that a user has after another attempt. */
	private SaleOrder accepted(long user) {
		Decision decision = order(user);
		assertThat(decision.verdict()).isIn(Verdict.ACCEPTED, Verdict.ORDERED);
		return new SaleOrder(decision.orderId(), user, this.voucher, "", "");
	}

	private void load(int stock, Map<Long, Long> stored) {
		if (this.scripts.terms(terms(stock, 0), false, "load") == Change.LOST) {
			this.scripts.load(terms(stock, 0), stored, List.of(), Duration.ZERO, "load");
		}
	}

	private SaleTerms terms(int stock, int added) {
		return new SaleTerms(this.voucher, 1, "sale", 100, 1, stock, added, NOW.minusHours(1), NOW.plusHours(1),
				NOW.minusHours(2));
	}

	private String key() {
		return "t:sale:{sale:" + this.voucher + "}";
	}

	private boolean counted(int pieces, Set<Long> buyers) {
		return this.scripts.stock(this.voucher).orElseThrow() == pieces - buyers.size()
				&& buyers().equals(buyers.stream().map(String::valueOf).collect(Collectors.toSet()));
	}

	private Set<String> buyers() {
		return ((List<?>) this.server.command("HKEYS", key() + ":buyers")).stream()
			.map(String::valueOf)
			.collect(Collectors.toSet());
	}

	/** What is sold has its buyer. */
	private void assertCounted(int pieces, Set<Long> buyers) {
		assertThat(buyers()).containsExactlyInAnyOrderElementsOf(buyers.stream().map(String::valueOf).toList());
		assertThat(this.scripts.stock(this.voucher)).hasValue(pieces - buyers.size());
		assertThat(this.server.command("PTTL", key())).asString().doesNotStartWith("-");
	}

	private List<String> sent() {
		List<?> entries = (List<?>) this.server.command("XRANGE",
				this.context.getBean(SaleQueues.class).of(this.voucher).streamKey(), "-", "+");
		return entries.stream().map((entry) -> String.valueOf(((List<?>) ((List<?>) entry).get(1)).get(3))).toList();
	}

}
