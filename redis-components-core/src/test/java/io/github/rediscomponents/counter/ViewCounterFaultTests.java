// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.BackgroundInside;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.ProxiedRedisFixture;
import io.github.rediscomponents.support.ShortOfThreads;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
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
	void waitsOnceForAServerThatHangsHoweverManyNamesThereAre() {
		record(5);
		awaitCounted(5);
		this.server.pause();
		IntStream.range(0, 100).forEach((i) -> this.views.record("name" + i, "1"));
		long began = System.nanoTime();
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(this.views::flush);
		// One after the other they would take half a minute.
		assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
		began = System.nanoTime();
		this.views.close();
		assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(20));
		assertThat(this.lost).hasValue(100);
		this.server.resume();
	}

	@Test
	void aFlushThatIsRepeatedDuringAnOutageMakesNoBatchEachTime() {
		AtomicReference<Duration> timeout = new AtomicReference<>(Duration.ofSeconds(20));
		ViewCounter slow = ViewCounter.create(InterceptedPort.withTimeout(this.port, timeout::get),
				new KeySpace("shop"), new LiveSettings<>(this.settings.withFlushInterval(Duration.ofMinutes(1))),
				this.background, ViewCounterObserver.NONE);
		slow.record("page", "1", 5);
		slow.flush();
		this.server.kill();
		timeout.set(Duration.ofMillis(300));
		for (int i = 0; i < 20; i++) {
			slow.record("page", "1");
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(slow::flush);
		}
		assertThat(slow.pending()).isEqualTo(20);
		this.server.restart();
		timeout.set(Duration.ofSeconds(20));
		await().ignoreExceptions().untilAsserted(() -> {
			slow.flush();
			assertThat(slow.pending()).isZero();
		});
		assertThat(this.server.commandCalls().get("evalsha")).isLessThanOrEqualTo(4);
		awaitCounted(20);
	}

	@Test
	void goesOnAfterThereWasNoThreadForARound() {
		AtomicInteger missing = new AtomicInteger(3);
		ThreadFactory threads = Background.daemon("scarce");
		try (Background scarce = new Background((task) -> {
			if (missing.getAndDecrement() > 0) {
				throw new OutOfMemoryError("unable to create native thread, says a test");
			}
			return threads.newThread(task);
		})) {
			ViewCounter counter = ViewCounter.create(this.port, new KeySpace("shop"), new LiveSettings<>(this.settings),
					scarce, ViewCounterObserver.NONE);
			counter.record("page", "1", 4);
			awaitCounted(4);
			assertThat(missing.get()).isNegative();
			await().until(() -> counter.pending() == 0);
		}
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
			.untilAsserted(() -> assertThat(this.views.count("page", "1", today.minusDays(1), today.plusDays(1)))
				.isEqualTo(expected));
		await().untilAsserted(() -> assertThat(this.views.pending()).isZero());
	}

	@Test
	void tellsWhatIsLostIfItIsClosedWhileSendingFailsWithAnError() {
		AtomicLong lostViews = new AtomicLong();
		CommandPort failing = InterceptedPort.of(this.port, (method, args, call) -> {
			if (InterceptedPort.script(args).startsWith("counter/")) {
				throw new NoClassDefFoundError("lost");
			}
			return call.proceed();
		});
		ViewCounter counter = ViewCounter.create(failing, new KeySpace("shop"),
				new LiveSettings<>(this.settings.withFlushInterval(Duration.ofMinutes(1))), this.background,
				new ViewCounterObserver() {
					@Override
					public void lost(String name, long views) {
						lostViews.addAndGet(views);
					}
				});
		counter.record("page", "1");
		counter.record("other", "1");
		counter.close();
		assertThat(lostViews).hasValue(2);
		counter.close();
		assertThat(lostViews).hasValue(2);
	}

	@Test
	void threadsThatCloseItAtOnceTellOnceWhatIsLost() {
		for (int round = 0; round < 5; round++) {
			AtomicLong lostViews = new AtomicLong();
			ViewCounter counter = ViewCounter.create(this.port.withTimeout(Duration.ofMillis(100)),
					new KeySpace("shop"), new LiveSettings<>(this.settings.withFlushInterval(Duration.ofMinutes(1))),
					this.background, new ViewCounterObserver() {
						@Override
						public void lost(String name, long views) {
							lostViews.addAndGet(views);
						}
					});
			this.server.kill();
			counter.record("page", "1");
			counter.record("page", "2");
			counter.record("other", "1");
			Concurrently.run(Collections.nCopies(4, () -> {
				counter.close();
				return 1;
			}));
			assertThat(lostViews).hasValue(3);
			this.server.restart();
		}
	}

	@Test
	void sendsViewsAfterATimeWithoutAThreadForIt() {
		ShortOfThreads threads = new ShortOfThreads();
		try (Background scarce = BackgroundInside.of(threads)) {
			ViewCounter counter = ViewCounter.create(this.port, new KeySpace("shop"), new LiveSettings<>(this.settings),
					scarce, ViewCounterObserver.NONE);
			threads.begin();
			assertThatNoException().isThrownBy(() -> counter.record("page", "1"));
			threads.end();
			counter.record("page", "1");
			awaitCounted(2);
		}
	}

}
