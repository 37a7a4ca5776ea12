// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

import io.github.rediscomponents.sample.order.SaleScripts.Change;
import io.github.rediscomponents.test.RedisDeployment;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * The scripts of flash sales on a Redis, without a database.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class SaleFixture {

	static final AtomicLong NEXT = new AtomicLong(1L << 53);

	static final Duration UNREADABLE_RETRY = Duration.ofSeconds(1);

	private final AtomicLong vouchers = new AtomicLong();

	private ConfigurableApplicationContext context;

	SaleScripts scripts;

	SaleQueues queues;

	StringRedisTemplate redis;

	abstract RedisDeployment deployment();

	/** Where it is, as properties of Spring Boot. */
	abstract List<String> address();

	@BeforeAll
	void start() {
		this.context = new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.bannerMode(Banner.Mode.OFF)
			.properties(address().toArray(String[]::new))
			.properties("redis-components.key-prefix=t" + UUID.randomUUID(), "redis-components.command-timeout=20s",
					"spring.data.redis.timeout=20s", "redis-components.embedded.enabled=false",
					"city-guide.sale.unreadable-retry=" + UNREADABLE_RETRY.toMillis() + "ms",
					"spring.config.location=optional:classpath:/none/")
			.run();
		this.scripts = this.context.getBean(SaleScripts.class);
		this.queues = this.context.getBean(SaleQueues.class);
		this.redis = this.context.getBean(StringRedisTemplate.class);
	}

	@AfterAll
	void stop() {
		this.context.close();
	}

	Decision order(long voucher, long user) {
		return this.scripts.order(new SaleOrder(NEXT.incrementAndGet(), user, voucher, "user" + user, ""), false);
	}

	long nextVoucher() {
		return this.vouchers.incrementAndGet();
	}

	long sale(int stock) {
		LocalDateTime now = LocalDateTime.now();
		return sale(stock, 1, now.minusHours(1), now.plusHours(1));
	}

	long sale(int stock, int status, LocalDateTime begin, LocalDateTime end) {
		long voucher = nextVoucher();
		load(new SaleTerms(voucher, 1, "sale", 100, status, stock, 0, begin, end, LocalDateTime.of(2026, 1, 1, 0, 0)),
				Map.of(), List.of(), Duration.ZERO);
		return voucher;
	}

	void load(SaleTerms terms, Map<Long, Long> stored, List<Long> refused, Duration hold) {
		String id = UUID.randomUUID().toString();
		while (this.scripts.terms(terms, false, id) == Change.LOST) {
			this.scripts.load(terms, stored, refused, hold, id);
		}
	}

	static SaleTerms terms(long voucher, int stock, int added) {
		return terms(voucher, stock, added, LocalDateTime.of(2026, 1, 1, 0, 0));
	}

	static SaleTerms terms(long voucher, int stock, int added, LocalDateTime born) {
		LocalDateTime now = LocalDateTime.now();
		return new SaleTerms(voucher, 1, "sale", 100, 1, stock, added, now.minusHours(1), now.plusHours(1), born);
	}

	String saleKey(long voucher) {
		return this.context.getEnvironment().getProperty("redis-components.key-prefix") + ":sale:{sale:" + voucher
				+ "}";
	}

	/**
	 * Redis and what is tried, without a database. Not annotated as what the application
	 * looks for.
	 */
	@EnableAutoConfiguration(exclude = { DataSourceAutoConfiguration.class, FlywayAutoConfiguration.class })
	@EnableConfigurationProperties(SaleProperties.class)
	@Import({ SaleScripts.class, SaleQueues.class })
	static class Application {

	}

}
