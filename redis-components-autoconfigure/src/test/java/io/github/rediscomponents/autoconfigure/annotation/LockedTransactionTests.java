// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.annotation;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.FutureTask;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockLostException;
import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.lock.LockedContext;
import io.github.rediscomponents.ratelimit.RateLimited;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The lock outlives the commit, on a real database.
 */
class LockedTransactionTests {

	@Test
	void theLockIsReleasedAfterTheCommitOfItsOwnMethod() {
		run((context, stock) -> {
			List<String> seen = stock.take(1);
			assertThat(seen).containsExactly("before commit: held", "after commit: held");
			assertThat(AnnotationFixture.isHeld(context, "stock:1")).isFalse();
			assertThat(stock.left(1)).isEqualTo(99);
		});
	}

	@Test
	void theLockIsReleasedAfterTheCommitOfATransactionThatWasThereBefore() {
		run((context, stock) -> {
			TransactionTemplate outer = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
			List<String> seen = new ArrayList<>();
			outer.executeWithoutResult((status) -> {
				seen.addAll(stock.take(1));
				seen.add(AnnotationFixture.isHeld(context, "stock:1") ? "returned: held" : "returned: free");
				stock.take(1);
				assertThat(LockedContext.held()).hasSize(1);
			});
			assertThat(seen).containsExactly("returned: held");
			assertThat(AnnotationFixture.isHeld(context, "stock:1")).isFalse();
			assertThat(LockedContext.held()).isEmpty();
			assertThat(stock.left(1)).isEqualTo(98);
		});
	}

	@Test
	void theLockIsReleasedAfterARollback() {
		run((context, stock) -> {
			TransactionTemplate outer = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
			outer.executeWithoutResult((status) -> {
				stock.take(1);
				status.setRollbackOnly();
			});
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> stock.takeAndFail(1));
			assertThat(AnnotationFixture.isHeld(context, "stock:1")).isFalse();
			assertThat(stock.left(1)).isEqualTo(100);
		});
	}

	@Test
	void aLockThatWasLostRollsTheTransactionBackThatWasThereBefore() {
		run((context, stock) -> {
			TransactionTemplate outer = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
			assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> outer.executeWithoutResult((status) -> {
				stock.take(1);
				assertThat(context.getBean(DistributedLock.class).get("stock:1").forceRelease()).isTrue();
			}));
			assertThat(stock.left(1)).isEqualTo(100);
			assertThat(LockedContext.held()).isEmpty();
		});
	}

	@Test
	void readingModifyingAndWritingLosesNothing() {
		run((context, stock) -> {
			List<FutureTask<Void>> buyers = new ArrayList<>();
			for (int i = 0; i < 4; i++) {
				buyers.add(AnnotationFixture.inBackground(() -> {
					for (int j = 0; j < 25; j++) {
						stock.take(1);
					}
					return null;
				}));
			}
			for (FutureTask<Void> buyer : buyers) {
				AnnotationFixture.get(buyer);
			}
			assertThat(stock.left(1)).isZero();
		});
	}

	@Test
	void anOrderThatWouldReleaseBeforeTheCommitStopsTheStart() {
		runner().withPropertyValues("redis-components.annotations.order=2147483646")
			.run((context) -> assertThat(context).hasNotFailed());
		runner().withPropertyValues("redis-components.annotations.order=2147483647")
			.run((context) -> assertThat(MisuseTests.analyze(context.getStartupFailure()).getDescription())
				.contains("'redis-components.annotations.order' must be between"));
		runner().withUserConfiguration(EarlyTransactions.class)
			.run((context) -> assertThat(MisuseTests.analyze(context.getStartupFailure()).getDescription()).contains(
					"'redis-components.annotations.order' must be less than 0, the order of transactions, so that"));
		runner().withUserConfiguration(EarlyTransactions.class)
			.withPropertyValues("redis-components.annotations.order=-1")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	private interface Body {

		void run(ApplicationContext context, Stock stock) throws Exception;

	}

	private static void run(Body body) {
		runner().run((context) -> {
			assertThat(context).hasNotFailed();
			context.getBean(JdbcTemplate.class).execute("CREATE TABLE stock (id BIGINT PRIMARY KEY, amount INT)");
			context.getBean(JdbcTemplate.class).execute("INSERT INTO stock VALUES (1, 100)");
			body.run(context, context.getBean(Stock.class));
		});
	}

	private static ApplicationContextRunner runner() {
		return AnnotationFixture.runner()
			.withConfiguration(AutoConfigurations.of(TestBoot.DATA_SOURCE, TestBoot.JDBC_TEMPLATE,
					TestBoot.DATA_SOURCE_TRANSACTIONS, TestBoot.TRANSACTIONS))
			.withPropertyValues("spring.datasource.url=jdbc:h2:mem:" + UUID.randomUUID(),
					"redis-components.rate-limit.policies.stock.limit=1000",
					"redis-components.rate-limit.policies.stock.period=1h")
			.withBean(Stock.class);
	}

	static class Stock {

		@Autowired
		JdbcTemplate database;

		@Autowired
		DistributedLock locks;

		@RateLimited(policy = "stock", key = "#id")
		@Locked(name = "stock", key = "#id", waitTime = "1m")
		@Transactional
		List<String> take(long id) {
			List<String> seen = new ArrayList<>();
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
				@Override
				public void beforeCommit(boolean readOnly) {
					seen.add("before commit: " + state(id));
				}

				@Override
				public void afterCommit() {
					seen.add("after commit: " + state(id));
				}
			});
			this.database.update("UPDATE stock SET amount = ? WHERE id = ?", left(id) - 1, id);
			return seen;
		}

		@Locked(name = "stock", key = "#id")
		@Transactional
		void takeAndFail(long id) {
			this.database.update("UPDATE stock SET amount = 0 WHERE id = ?", id);
			throw new IllegalStateException("no");
		}

		Integer left(long id) {
			return this.database.queryForObject("SELECT amount FROM stock WHERE id = ?", Integer.class, id);
		}

		private String state(long id) {
			return this.locks.get("stock:" + id).info().held() ? "held" : "free";
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableTransactionManagement(order = 0)
	static class EarlyTransactions {

	}

}
