// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.order;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.SharedRedis;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

/**
 * The clock of sales while Redis does not answer.
 */
class SaleClockOutageTests {

	private static final long SECOND = Duration.ofSeconds(1).toNanos();

	private final RedisServer server = SharedRedis.standalone();

	private final RedisProxy proxy = RedisProxy.to(this.server);

	private final LettuceConnectionFactory connections = new LettuceConnectionFactory(
			new RedisStandaloneConfiguration(this.proxy.host(), this.proxy.port()),
			LettuceClientConfiguration.builder().commandTimeout(Duration.ofMinutes(1)).build());

	private final AtomicLong nanos = new AtomicLong();

	private final AtomicInteger questions = new AtomicInteger();

	/** Each question waits for it. */
	private volatile CountDownLatch held = new CountDownLatch(0);

	private final SaleClock clock = new SaleClock(new StringRedisTemplate(this.connections) {

		@Override
		public <T> @Nullable T execute(RedisCallback<T> question) {
			SaleClockOutageTests.this.questions.incrementAndGet();
			awaitRelease();
			return super.execute(question);
		}

	}, this.nanos::get);

	SaleClockOutageTests() {
		// A question that cannot connect fails at once.
		this.connections.setShareNativeConnection(false);
		this.connections.afterPropertiesSet();
		this.connections.start();
	}

	@AfterEach
	void close() {
		this.connections.destroy();
		this.proxy.close();
	}

	private void awaitRelease() {
		try {
			this.held.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void thereIsNoTimeBeforeRedisHasToldIt() {
		this.proxy.refuse(true);
		for (int questions = 1; questions < 4; questions++) {
			for (int i = 0; i < 3; i++) {
				assertThatExceptionOfType(DataAccessException.class).isThrownBy(this.clock::local);
			}
			assertThat(this.questions).hasValue(questions);
			this.nanos.addAndGet(SECOND);
		}
		this.proxy.refuse(false);
		assertThat(SaleTerms.millis(this.clock.local())).isCloseTo(serverMillis(), within(600_000L));
		assertThat(this.questions).hasValue(4);
	}

	@Test
	void theTimeGoesOnFromTheLastAnswerWithOneQuestionInASecond() {
		LocalDateTime told = this.clock.local();
		this.proxy.refuse(true);
		this.nanos.addAndGet(10 * SECOND);
		for (int questions = 2; questions < 5; questions++) {
			for (int i = 0; i < 3; i++) {
				assertThat(this.clock.local()).isEqualTo(told.plusSeconds(8 + questions));
			}
			assertThat(this.questions).hasValue(questions);
			this.nanos.addAndGet(SECOND);
		}
		this.proxy.refuse(false);
		this.clock.local();
		this.clock.local();
		assertThat(this.questions).hasValue(5);
	}

	@Test
	void nobodyWaitsForAnotherQuestion() throws Exception {
		LocalDateTime told = this.clock.local();
		this.nanos.addAndGet(10 * SECOND);
		this.held = new CountDownLatch(1);
		CompletableFuture<LocalDateTime> asking = inAThread(this.clock::local);
		await().until(() -> this.questions.get() == 2);
		assertThat(this.clock.local()).isEqualTo(told.plusSeconds(10));
		assertThat(asking).isNotDone();
		this.held.countDown();
		asking.get();
		assertThat(this.questions).hasValue(2);
	}

	@Test
	void theFirstAnswerIsThatOfAll() throws Exception {
		this.held = new CountDownLatch(1);
		List<CompletableFuture<LocalDateTime>> asking = IntStream.range(0, 4)
			.mapToObj((i) -> inAThread(this.clock::local))
			.toList();
		await().until(() -> this.questions.get() == 1);
		this.held.countDown();
		for (CompletableFuture<LocalDateTime> one : asking) {
			one.get();
		}
		assertThat(this.questions).hasValue(1);
	}

	private static <T> CompletableFuture<T> inAThread(Supplier<T> action) {
		return CompletableFuture.supplyAsync(action, (task) -> new Thread(task).start());
	}

	private long serverMillis() {
		return Long.parseLong(String.valueOf(((List<?>) this.server.command("TIME")).get(0))) * 1000;
	}

}
