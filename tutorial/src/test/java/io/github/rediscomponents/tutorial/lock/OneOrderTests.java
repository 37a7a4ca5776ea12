// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.lock;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

import javax.sql.DataSource;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.annotation.AnnotationTransactionAttributeSource;
import org.springframework.transaction.interceptor.TransactionInterceptor;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.tutorial.Scene;
import io.github.rediscomponents.tutorial.Trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A lock that ends before its transaction, and one around it. The database is H2, with
 * {@code READ COMMITTED}.
 */
class OneOrderTests extends Scene {

	private static final long USER = 1010;

	private static final long VOUCHER = 7;

	private static final String URL = "jdbc:h2:mem:orders;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=60000";

	private final DataSource database = new DriverManagerDataSource(URL, "sa", "");

	private final JdbcTemplate jdbc = new JdbcTemplate(this.database);

	private final VoucherOrders orders = new VoucherOrders(this.jdbc);

	private final PausedCommits commits = new PausedCommits(this.database);

	@BeforeEach
	void createTable() {
		this.jdbc.execute("DROP TABLE IF EXISTS voucher_order");
		this.jdbc.execute("CREATE TABLE voucher_order (id BIGINT AUTO_INCREMENT PRIMARY KEY,"
				+ " user_id BIGINT NOT NULL, voucher_id BIGINT NOT NULL)");
	}

	@Test
	@Trace("Unlock, then commit")
	void lockInTransactionBreaksWhenTheOtherComesBeforeTheCommit() {
		LockInTransaction first = transactional(new LockInTransaction(lock("first"), this.orders));
		LockInTransaction second = transactional(new LockInTransaction(lock("second"), this.orders));
		this.commits.beforeNextCommit(() -> assertThat(byOther(() -> second.buy(USER, VOUCHER)).join()).isTrue());
		assertThat(first.buy(USER, VOUCHER)).isTrue();
		assertThat(stored()).as("orders of one user").isEqualTo(2);
	}

	@Test
	void synchronizedInTransactionBreaksWhenTheOtherComesBeforeTheCommit() {
		SynchronizedInTransaction sale = transactional(new SynchronizedInTransaction(this.orders));
		this.commits.beforeNextCommit(() -> assertThat(byOther(() -> sale.buy(USER, VOUCHER)).join()).isTrue());
		assertThat(sale.buy(USER, VOUCHER)).isTrue();
		assertThat(stored()).as("orders of one user").isEqualTo(2);
	}

	@Test
	void lockAroundTheTransactionIsReleasedAfterTheCommit() {
		LockAroundTransaction first = around();
		LockAroundTransaction second = around();
		this.commits.beforeNextCommit(() -> assertThat(byOther(() -> second.buy(USER, VOUCHER)).join()).isFalse());
		assertThat(first.buy(USER, VOUCHER)).isTrue();
		assertThat(second.buy(USER, VOUCHER)).as("sees the order").isFalse();
		assertThat(stored()).isEqualTo(1);
	}

	@Test
	void lockedMethodReleasesAfterTheCommit() {
		ConfigurableApplicationContext application = opened(application());
		LockedOrders buying = application.getBean(LockedOrders.class);
		DistributedLock locks = application.getBean(DistributedLock.class);
		CompletableFuture<Boolean> second = new CompletableFuture<>();
		application.getBean(PausedCommits.class).beforeNextCommit(() -> {
			second.completeAsync(() -> buying.buy(USER, VOUCHER));
			eventually().until(() -> second.isDone() || !locks.activity().waiting().isEmpty());
		});
		assertThat(buying.buy(USER, VOUCHER)).isTrue();
		assertThat(second.join()).as("waits for the commit, then sees the order").isFalse();
		assertThat(stored()).isEqualTo(1);
	}

	@Test
	void uniqueIndexRefusesWhatTheLockLetsThrough() {
		this.jdbc.execute("CREATE UNIQUE INDEX one_order ON voucher_order (user_id, voucher_id)");
		LockInTransaction first = transactional(new LockInTransaction(lock("first"), this.orders));
		LockInTransaction second = transactional(new LockInTransaction(lock("second"), this.orders));
		CompletableFuture<Boolean> other = new CompletableFuture<>();
		this.commits.beforeNextCommit(() -> {
			other.completeAsync(() -> second.buy(USER, VOUCHER));
			eventually().until(() -> other.isDone() || inserting() == 1);
		});
		assertThat(first.buy(USER, VOUCHER)).isTrue();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(other::join)
			.withCauseInstanceOf(DuplicateKeyException.class);
		assertThat(stored()).isEqualTo(1);
	}

	private static <T> CompletableFuture<T> byOther(Supplier<T> call) {
		return CompletableFuture.supplyAsync(call);
	}

	private FixedLeaseLock lock(String owner) {
		return new FixedLeaseLock(this.redis, owner);
	}

	private LockAroundTransaction around() {
		return new LockAroundTransaction(opened(process().build()).locks(), new TransactionTemplate(this.commits),
				this.orders);
	}

	private long stored() {
		return this.jdbc.queryForList("SELECT id FROM voucher_order").size();
	}

	/** Returns how many sessions of the database are within an INSERT. */
	private int inserting() {
		return this.jdbc
			.queryForList("SELECT session_id FROM information_schema.sessions WHERE executing_statement LIKE 'INSERT%'")
			.size();
	}

	/** What {@code @EnableTransactionManagement} makes of a bean. */
	@SuppressWarnings("unchecked")
	private <T> T transactional(T target) {
		ProxyFactory proxy = new ProxyFactory(target);
		proxy.setProxyTargetClass(true);
		proxy.addAdvice(new TransactionInterceptor((TransactionManager) this.commits,
				new AnnotationTransactionAttributeSource()));
		return (T) proxy.getProxy();
	}

	private ConfigurableApplicationContext application() {
		return new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
			.properties("spring.main.banner-mode=off", "spring.datasource.url=" + URL,
					"spring.data.redis.host=" + this.server.host(), "spring.data.redis.port=" + this.server.port(),
					"redis-components.key-prefix=shop", "redis-components.command-timeout=10s",
					"redis-components.annotations.wait-time=1m")
			.run();
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		PausedCommits transactionManager(DataSource database) {
			return new PausedCommits(database);
		}

		@Bean
		LockedOrders lockedOrders(JdbcTemplate jdbc) {
			return new LockedOrders(new VoucherOrders(jdbc));
		}

	}

}
