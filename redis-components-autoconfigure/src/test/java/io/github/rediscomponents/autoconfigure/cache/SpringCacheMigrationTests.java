// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.cache;

import java.io.Serializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.cache.CacheManager;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.CachePut;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.cache.annotation.EnableCaching;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.cache.RedisCacheManager;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

import io.github.rediscomponents.autoconfigure.TestBoot;
import io.github.rediscomponents.autoconfigure.TestContexts;
import io.github.rediscomponents.cache.spring.RedisComponentsCacheManager;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.SharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An application with the Redis caches of Spring Data, and the same one with the starter
 * on its class path.
 */
class SpringCacheMigrationTests {

	private static final Class<?>[] BOOT = { TestBoot.REDIS, TestBoot.CACHE, TestBoot.DATA_SOURCE,
			TestBoot.DATA_SOURCE_TRANSACTIONS, TestBoot.JDBC_TEMPLATE, TestBoot.TRANSACTIONS };

	private static ApplicationContextRunner before() {
		return before(Application.class);
	}

	private static ApplicationContextRunner before(Class<?> application) {
		return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(BOOT))
			.withUserConfiguration(application)
			.withPropertyValues("spring.data.redis.url=" + SharedRedis.standalone().uri(),
					"spring.cache.redis.key-prefix=" + UUID.randomUUID(),
					"spring.datasource.generate-unique-name=true");
	}

	/** One dependency, and no code. */
	private static ApplicationContextRunner after() {
		return after(Application.class);
	}

	private static ApplicationContextRunner after(Class<?> application) {
		return before(application).withConfiguration(AutoConfigurations.of(TestContexts.autoConfigurations()))
			.withPropertyValues("redis-components.command-timeout=30s",
					"redis-components.key-prefix=m" + UUID.randomUUID(),
					"redis-components.cache.defaults.command-timeout=30s",
					"redis-components.cache.defaults.wait-timeout=1m");
	}

	@Test
	void worksBefore() {
		// Otherwise JCache, which comes with a library of these tests.
		before().withPropertyValues("spring.cache.type=redis").run((context) -> {
			assertThat(context.getBean(CacheManager.class)).isInstanceOf(RedisCacheManager.class);
			works(context);
		});
	}

	@Test
	void worksAfter() {
		after().run((context) -> {
			assertThat(context.getBean(CacheManager.class)).isInstanceOf(RedisComponentsCacheManager.class);
			works(context);
		});
	}

	private static void works(ApplicationContext context) {
		Books books = context.getBean(Books.class);
		books.save(1, "one");
		isCached(books, () -> books.find(1), new Book(1, "one"));
		isCached(books, () -> books.find(2), null);
		books.save(1, "uno");
		isCached(books, () -> books.find(1), new Book(1, "uno"));
		assertThat(books.rename(1, "eins")).isEqualTo(new Book(1, "eins"));
		isCached(books, () -> books.find(1), new Book(1, "eins"));
		isCached(books, () -> books.between(1, 5), List.of(new Book(1, "eins")));
	}

	/** Spring Data stores and evicts when it gets round to it. */
	private static void isCached(Books books, Supplier<?> call, @Nullable Object expected) {
		await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> {
			assertThat((Object) call.get()).isEqualTo(expected);
			int reads = books.reads();
			assertThat((Object) call.get()).isEqualTo(expected);
			assertThat(books.reads()).isEqualTo(reads);
		});
	}

	@Test
	void aSynchronizedMethodRunsOnceOverAllInstancesAfter() {
		after().run((one) -> after()
			.withPropertyValues(
					"redis-components.key-prefix=" + one.getEnvironment().getProperty("redis-components.key-prefix"))
			.run((other) -> {
				AtomicInteger turn = new AtomicInteger();
				List<String> values = Concurrently.run(16,
						() -> ((turn.getAndIncrement() % 2 == 0) ? one : other).getBean(Books.class).slow("k"));
				assertThat(values).hasSize(16);
				assertThat(values.stream().distinct()).hasSize(1);
				assertThat(one.getBean(Books.class).reads() + other.getBean(Books.class).reads()).isEqualTo(1);
			}));
	}

	@Test
	void anEvictionInATransactionIsNotDeferredAfter() {
		after().run((context) -> {
			Books books = context.getBean(Books.class);
			CacheManager caches = context.getBean(CacheManager.class);
			TransactionTemplate transactions = new TransactionTemplate(
					context.getBean(PlatformTransactionManager.class));
			for (int i = 0; i < 20; i++) {
				int id = i;
				books.save(id, "old");
				books.find(id);
				transactions.executeWithoutResult((status) -> {
					books.save(id, "new");
					assertThat(caches.getCache("books").get(id)).isNull();
					assertThat(caches.getCache("books").evictIfPresent(id)).isFalse();
					caches.getCache("books").put(id, new Book(id, "put"));
					assertThat(caches.getCache("books").get(id, Book.class)).isEqualTo(new Book(id, "put"));
					books.remove(id);
					status.setRollbackOnly();
				});
				assertThat(books.find(id)).isEqualTo(new Book(id, "old"));
			}
		});
	}

	@Test
	void anEvictionFollowsTheCommitIfCachingEnclosesTransactions() {
		after(Enclosing.class).run((context) -> {
			CacheManager caches = context.getBean(CacheManager.class);
			caches.getCache("books").put(1, "old");
			List<String> seen = context.getBean(Ordered.class).change(1);
			assertThat(caches.getCache("books").get(1)).isNull();
			assertThat(seen).containsExactly("committed, cached");
		});
	}

	record Book(int id, String name) implements Serializable {
	}

	static class Books {

		private final JdbcTemplate jdbc;

		private final AtomicInteger reads = new AtomicInteger();

		Books(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
			jdbc.execute("create table book (id int primary key, name varchar(100))");
		}

		public int reads() {
			return this.reads.get();
		}

		@Cacheable("books")
		public Book find(int id) {
			this.reads.incrementAndGet();
			return this.jdbc
				.query("select name from book where id = ?", (row, number) -> new Book(id, row.getString(1)), id)
				.stream()
				.findFirst()
				.orElse(null);
		}

		@Cacheable("ranges")
		public List<Book> between(int from, int to) {
			this.reads.incrementAndGet();
			return List.copyOf(this.jdbc.query("select id, name from book where id between ? and ?",
					(row, number) -> new Book(row.getInt(1), row.getString(2)), from, to));
		}

		@Cacheable(cacheNames = "slow", sync = true)
		public String slow(String key) throws InterruptedException {
			TimeUnit.MILLISECONDS.sleep(300);
			return key + this.reads.incrementAndGet() + UUID.randomUUID();
		}

		@CacheEvict(cacheNames = "books", key = "#id")
		public void save(int id, String name) {
			this.jdbc.update("merge into book (id, name) values (?, ?)", id, name);
		}

		@CachePut(cacheNames = "books", key = "#id")
		public Book rename(int id, String name) {
			this.jdbc.update("update book set name = ? where id = ?", name, id);
			return new Book(id, name);
		}

		@CacheEvict("books")
		public void remove(int id) {
			this.jdbc.update("delete from book where id = ?", id);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching(proxyTargetClass = true)
	static class Application {

		@Bean
		Books books(JdbcTemplate jdbc) {
			return new Books(jdbc);
		}

	}

	static class Ordered {

		private final CacheManager caches;

		Ordered(CacheManager caches) {
			this.caches = caches;
		}

		@Transactional
		@CacheEvict("books")
		public List<String> change(int id) {
			List<String> seen = new ArrayList<>();
			TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public void afterCommit() {
					boolean cached = Ordered.this.caches.getCache("books").get(id) != null;
					seen.add(cached ? "committed, cached" : "committed, evicted");
				}

			});
			return seen;
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableCaching(order = 0, proxyTargetClass = true)
	static class Enclosing {

		@Bean
		Ordered ordered(CacheManager caches) {
			return new Ordered(caches);
		}

	}

}
