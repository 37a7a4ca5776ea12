// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.ProxiedRedisFixture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What happens to views when replies are lost, scripts forgotten and Redis is away.
 */
class ViewCounterFaultTests extends ProxiedRedisFixture {

	private final Background background = new Background();

	private final AtomicLong lost = new AtomicLong();

	private final ViewCounterSettings settings = ViewCounterSettings.defaults()
		.withFlushInterval(Duration.ofMillis(100));

	private final ViewCounter views = ViewCounter.create(this.port.withTimeout(Duration.ofMillis(300)),
			new KeySpace("shop"), new LiveSettings<>(this.settings), this.background, new ViewCounterObserver() {

				@Override
				public void lost(String name, long views) {
					ViewCounterFaultTests.this.lost.addAndGet(views);
				}

			});

	ViewCounterFaultTests() {
		super(Duration.ofSeconds(20));
	}

	@AfterEach
	void end() {
		this.background.close();
	}

	@Test
	void countsABatchOnceWhoseReplyIsLost() {
		record(1);
		awaitCounted(1);
		for (int i = 0; i < 5; i++) {
			this.proxy.swallowNextReply();
			int swallowed = i + 1;
			record(10);
			await().until(() -> this.proxy.swallowedReplies() == swallowed);
			this.proxy.cut();
		}
		awaitCounted(51);
	}

	@Test
	void countsAnExactViewOnceThatTheDriverRepeats() {
		ViewCounter exact = ViewCounter.create(this.port, new KeySpace("shop"),
				new LiveSettings<>(this.settings.withExact(true)), this.background, ViewCounterObserver.NONE);
		exact.record("page", "1");
		this.proxy.swallowNextReply();
		exact.record("page", "1");
		assertThat(this.proxy.swallowedReplies()).isEqualTo(1);
		awaitCounted(2);
	}

	@Test
	void keepsViewsWhileRedisIsAway() {
		record(5);
		awaitCounted(5);
		this.server.kill();
		IntStream.range(0, 100).forEach((i) -> record(1));
		assertThat(this.views.pending()).isEqualTo(100);
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(this.views::flush);
		assertThat(this.views.pending()).isEqualTo(100);
		this.server.restart();
		// The restarted server is empty.
		awaitCounted(100);
	}

	@Test
	void keepsViewsWhileRedisHangs() {
		record(5);
		awaitCounted(5);
		this.server.pause();
		record(7);
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(this.views::flush);
		record(8);
		this.server.resume();
		awaitCounted(20);
	}

	@Test
	void goesOnAfterScriptsAndDataWereFlushed() {
		record(5);
		awaitCounted(5);
		this.server.scriptFlush();
		this.server.flushAll();
		record(6);
		awaitCounted(6);
	}

	@Test
	void tellsWhatIsLostIfItIsClosedWhileRedisIsAway() {
		record(5);
		awaitCounted(5);
		this.server.kill();
		record(9);
		this.views.close();
		assertThat(this.lost).hasValue(9);
	}

	@Test
	void anInterruptedThreadRecordsAndFlushes() {
		Thread.currentThread().interrupt();
		record(3);
		try {
			this.views.flush();
		}
		catch (RedisUnavailableException ex) {
			// The interrupt may end the wait for the reply.
		}
		assertThat(Thread.interrupted()).isTrue();
		awaitCounted(3);
	}

	private void record(long views) {
		this.views.record("page", "1", views);
	}

	private void awaitCounted(long expected) {
		LocalDate today = Instant.now().atZone(this.settings.zone()).toLocalDate();
		await().ignoreExceptions()
			.untilAsserted(
					() -> assertThat(this.views.count("page", "1", today.minusDays(1), today)).isEqualTo(expected));
		await().untilAsserted(() -> assertThat(this.views.pending()).isZero());
	}

}
