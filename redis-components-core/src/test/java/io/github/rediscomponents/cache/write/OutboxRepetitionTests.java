// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.assertj.core.api.ThrowingConsumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.cache.node.Reply;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.port.RedisBatch;
import io.github.rediscomponents.test.Concurrently;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What is queued, when it is repeated, and when it leaves the queue.
 */
@Timeout(120)
class OutboxRepetitionTests {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final int MOST = 10_000;

	private final Background background = new Background();

	private final Outbox outbox = new Outbox(this.background);

	private final Sender sender = new Sender();

	private final FailedInvalidations queue = queue("c", this.sender);

	@AfterEach
	void close() {
		this.sender.fails((text) -> null);
		this.outbox.close();
		this.background.close();
	}

	private FailedInvalidations queue(String cache, Sender by) {
		FailedInvalidations made = this.outbox.of(cache);
		made.replayBy(by);
		return made;
	}

	private static RedisUnavailableException away() {
		return new RedisUnavailableException("away", Outcome.UNKNOWN, null);
	}

	private static RedisCommandException refused() {
		return new RedisCommandException("NOPERM", null);
	}

	private static List<String> keys(int from, int to) {
		return IntStream.range(from, to).mapToObj((i) -> "k" + i).toList();
	}

	@Test
	void pausesGrowToASecondWhileRedisDoesNotAnswer() {
		this.sender.fails((text) -> away());
		this.queue.add(List.of("k"), MOST);
		assertThat(this.sender.pausesMillis(7)).satisfies(atLeast(200, 400, 800, 1000, 1000, 1000));
	}

	@Test
	void pausesGrowFurtherWhileRedisRefuses() {
		this.sender.fails((text) -> refused());
		this.queue.add(List.of("k"), MOST);
		assertThat(this.sender.pausesMillis(5)).satisfies(atLeast(200, 400, 800, 1600));
	}

	private static ThrowingConsumer<List<? extends Long>> atLeast(long... millis) {
		return (pauses) -> {
			assertThat(pauses).hasSizeGreaterThanOrEqualTo(millis.length);
			for (int i = 0; i < millis.length; i++) {
				assertThat(pauses.get(i)).as("pause " + i).isGreaterThanOrEqualTo(millis[i]);
			}
		};
	}

	@Test
	void oneCacheDoesNotDelayAnother() throws Exception {
		CountDownLatch hanging = new CountDownLatch(1);
		CountDownLatch proceed = new CountDownLatch(1);
		this.sender.fails((text) -> {
			hanging.countDown();
			awaitUninterrupted(proceed);
			return null;
		});
		this.queue.add(List.of("k"), MOST);
		hanging.await();
		Sender other = new Sender();
		FailedInvalidations others = queue("other", other);
		// Has no sender, as after a cache that could not be created.
		this.outbox.of("never");
		others.add(List.of("l"), MOST);
		await().atMost(PATIENCE).until(others::isEmpty);
		assertThat(other.keys()).containsExactly("l");
		assertThat(this.outbox.isEmpty()).isFalse();
		assertThat(this.outbox.state().count()).isEqualTo(1);
		assertThat(this.outbox.state().oldest()).isPositive();
		proceed.countDown();
		await().atMost(PATIENCE).until(this.outbox::isEmpty);
		assertThat(this.outbox.state().count()).isZero();
		assertThat(this.outbox.state().oldest()).isZero();
	}

	private static void awaitUninterrupted(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void aKeyIsSettledByWhatWasSentAfterItWasQueuedOnly() {
		this.sender.fails((text) -> away());
		long before = this.queue.mark();
		this.queue.add(List.of("k"), MOST);
		this.queue.settle("k", before);
		this.queue.settleEverything(before);
		assertThat(this.queue.contains("k")).isTrue();
		long after = this.queue.mark();
		this.queue.add(List.of("k"), MOST);
		this.queue.settle("k", after);
		assertThat(this.queue.contains("k")).isTrue();
		this.queue.settle("k", this.queue.mark());
		assertThat(this.queue.contains("k")).isFalse();
		assertThat(this.queue.isEmpty()).isTrue();
		this.queue.addEverything();
		this.queue.settle("k", this.queue.mark());
		assertThat(this.queue.contains("k")).isTrue();
		this.queue.settleEverything(this.queue.mark());
		assertThat(this.queue.isEmpty()).isTrue();
	}

	@Test
	void oneMoreThanTheBoundIsTheWholeCache() {
		CountDownLatch queued = new CountDownLatch(1);
		// No repetition begins before all is queued.
		this.background.timer().submit(() -> awaitUninterrupted(queued));
		assertThat(this.queue.add(keys(0, MOST), MOST)).isTrue();
		assertThat(this.queue.add(keys(0, MOST), MOST)).isTrue();
		assertThat(this.queue.size()).isEqualTo(MOST);
		assertThat(this.queue.contains("other")).isFalse();
		assertThat(this.queue.add(List.of("one more"), MOST)).isFalse();
		assertThat(this.queue.isEverything()).isTrue();
		assertThat(this.queue.contains("other")).isTrue();
		assertThat(this.queue.add(keys(0, 3 * MOST), MOST)).isTrue();
		assertThat(this.queue.size()).isEqualTo(1);
		queued.countDown();
		await().atMost(PATIENCE).until(this.queue::isEmpty);
		assertThat(this.sender.clears).hasValue(1);
		assertThat(this.sender.keys()).isEmpty();
	}

	@Test
	void manyAreRepeatedInChunksAndThoseThatSucceededOnce() {
		AtomicInteger tries = new AtomicInteger();
		Set<String> bad = Set.of("k0", "k600", "k1999");
		this.sender.fails((text) -> (bad.contains(text) && tries.getAndIncrement() < 12) ? away() : null);
		this.queue.add(keys(0, 2000), MOST);
		await().atMost(PATIENCE).until(this.queue::isEmpty);
		assertThat(this.sender.chunks).allMatch((chunk) -> chunk.size() <= RedisBatch.CHUNK_COMMANDS);
		List<String> sent = this.sender.keys();
		assertThat(sent).containsAll(keys(0, 2000));
		assertThat(sent.stream().filter((key) -> !bad.contains(key))).hasSize(1997).doesNotHaveDuplicates();
		assertThat(sent.stream().filter(bad::contains)).hasSize(15);
		assertThat(this.sender.done).hasValue(2000);
	}

	@Test
	void aReplayThatThrowsAnythingIsRepeated() {
		AtomicInteger tries = new AtomicInteger();
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.cache.write")) {
			this.sender.fails((text) -> {
				if (tries.getAndIncrement() == 0) {
					throw new StackOverflowError();
				}
				return null;
			});
			this.queue.add(List.of("k"), MOST);
			await().atMost(PATIENCE).until(this.queue::isEmpty);
			assertThat(tries).hasValue(2);
			assertThat(log.warnings()).hasSize(1);
			assertThat(log.lines()).contains("WARN Invalidations of cache 'c' could not be repeated");
		}
	}

	@Test
	void aKeyIsQueuedAllTheTimeWhileItsQueueBecomesTheWholeCache() {
		for (int round = 0; round < 300; round++) {
			FailedInvalidations racing = new FailedInvalidations(() -> {
			});
			racing.add(List.of("k"), 100);
			AtomicBoolean over = new AtomicBoolean();
			List<Callable<Boolean>> tasks = List.of(() -> {
				racing.add(keys(0, 200), 100);
				return over.getAndSet(true);
			}, () -> {
				do {
					assertThat(racing.contains("k")).isTrue();
					assertThat(racing.isEmpty()).isFalse();
				}
				while (!over.get());
				return true;
			});
			Concurrently.run(tasks);
		}
	}

	@Test
	void theLastTryAlsoGoesToNodesThatDoNotAnswer() {
		this.sender.fails((text) -> away());
		this.sender.anywhere = (text) -> null;
		this.queue.add(List.of("k", "l"), MOST);
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.cache.write")) {
			this.outbox.close();
			assertThat(this.queue.isEmpty()).isTrue();
			assertThat(log.warnings()).isEmpty();
		}
		assertThat(this.sender.anywhereKeys).containsExactlyInAnyOrder("k", "l");
	}

	@Test
	void closeWaitsTwoSecondsAndSaysWhatIsLeft() {
		this.sender.fails((text) -> away());
		CountDownLatch proceed = new CountDownLatch(1);
		this.sender.anywhere = (text) -> {
			awaitUninterrupted(proceed);
			return away();
		};
		this.queue.add(List.of("k", "l"), MOST);
		Sender refused = new Sender();
		refused.fails((text) -> refused());
		FailedInvalidations cleared = queue("cleared", refused);
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.cache.write")) {
			Thread.currentThread().interrupt();
			long began = System.nanoTime();
			cleared.addEverything();
			this.outbox.close();
			assertThat(System.nanoTime() - began).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(2));
			assertThat(Thread.interrupted()).isTrue();
			assertThat(log.lines()).filteredOn((line) -> line.startsWith("WARN"))
				.containsExactlyInAnyOrder(
						"WARN Invalidations of cache 'c' that did not succeed before the client was closed: 2; "
								+ "the old values are served until they expire",
						"WARN Cache 'cleared' could not be cleared before the client was closed; "
								+ "its old values are served until they expire");
		}
		proceed.countDown();
	}

	@Test
	void nothingIsRepeatedAfterClose() {
		this.outbox.close();
		this.queue.add(List.of("k"), MOST);
		try (Outbox later = new Outbox(this.background)) {
			FailedInvalidations others = later.of("c");
			others.replayBy(new Sender());
			others.add(List.of("k"), MOST);
			await().atMost(PATIENCE).until(others::isEmpty);
		}
		assertThat(this.sender.keys()).isEmpty();
	}

	/**
	 * Stands for what sends the commands, which is tested with servers elsewhere.
	 */
	private static final class Sender implements FailedInvalidations.Replayer {

		final List<List<String>> chunks = new CopyOnWriteArrayList<>();

		final List<Long> at = new CopyOnWriteArrayList<>();

		final List<String> anywhereKeys = new CopyOnWriteArrayList<>();

		final AtomicInteger clears = new AtomicInteger();

		final AtomicInteger done = new AtomicInteger();

		volatile Function<String, @Nullable RedisComponentsException> failures = (text) -> null;

		volatile Function<String, @Nullable RedisComponentsException> anywhere = (text) -> null;

		void fails(Function<String, @Nullable RedisComponentsException> changed) {
			this.failures = changed;
		}

		List<String> keys() {
			return this.chunks.stream().flatMap(List::stream).collect(Collectors.toList());
		}

		List<Long> pausesMillis(int tries) {
			await().atMost(PATIENCE).until(() -> this.at.size() >= tries);
			List<Long> pauses = new ArrayList<>();
			for (int i = 1; i < tries; i++) {
				pauses.add(TimeUnit.NANOSECONDS.toMillis(this.at.get(i) - this.at.get(i - 1)));
			}
			return pauses;
		}

		@Override
		public List<Reply<Long>> replayAll(List<String> texts) {
			this.at.add(System.nanoTime());
			this.chunks.add(List.copyOf(texts));
			return replies(texts, this.failures);
		}

		@Override
		public List<Reply<Long>> replayAnywhere(List<String> texts) {
			this.anywhereKeys.addAll(texts);
			return replies(texts, this.anywhere);
		}

		private static List<Reply<Long>> replies(List<String> texts,
				Function<String, @Nullable RedisComponentsException> failures) {
			return texts.stream().map((text) -> new Reply<>(1L, failures.apply(text))).toList();
		}

		@Override
		public void replayClear() {
			RedisComponentsException failure = this.failures.apply("");
			if (failure != null) {
				throw failure;
			}
			this.clears.incrementAndGet();
		}

		@Override
		public void replayed(int succeeded, @Nullable RuntimeException failure) {
			this.done.addAndGet(succeeded);
		}

	}

}
