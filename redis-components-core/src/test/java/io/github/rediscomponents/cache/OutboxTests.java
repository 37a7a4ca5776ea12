// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.CacheObserver.OutboxEvent;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.support.CapturedLog;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisProxy;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What becomes of invalidations that fail: servers that stop, replies that are lost,
 * rights that are missing, masters that are dead, and threads that are interrupted.
 */
class OutboxTests extends OutboxFixture {

	private static final CacheSettings BRIEF = SETTINGS.withCommandTimeout(Duration.ofMillis(250));

	private static void times(Runnable action) {
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(action::run);
	}

	@Test
	void aServerThatWasStoppedIsInvalidatedWhenItGoesOn() {
		this.caches.tuned(BRIEF);
		this.cache.put("k", "old");
		this.cache.put("l", "other");
		this.server.pause();
		times(() -> this.cache.invalidate("k"));
		times(() -> this.cache.put("m", "lost"));
		assertThat(queued()).isEqualTo(2);
		assertThat(this.caches.client.queuedInvalidations().oldest()).isPositive();
		assertThat(this.cache.get("k", this::load)).isEqualTo("v1");
		this.server.resume();
		awaitEmpty();
		assertThat(isStored("k")).isFalse();
		assertThat(isStored("m")).isFalse();
		await().atMost(PATIENCE).until(() -> this.cache.get("l", this::load).equals("other"));
		assertThat(this.caches.counts.of(OutboxEvent.QUEUED)).isEqualTo(2);
		assertThat(this.caches.counts.of(OutboxEvent.REPLAYED)).isEqualTo(2);
	}

	@Test
	void aLostReplyLosesNoInvalidation() {
		try (RedisProxy proxy = RedisProxy.to(this.server);
				CommandPort proxied = TestPorts.connected(TestPorts.open(proxy.uri()));
				TestCaches there = TestCaches.on(proxied, "t", BRIEF)) {
			TypedCache<String, String> cache = seenBy(there.texts("c"));
			for (int i = 0; i < 5; i++) {
				await().atMost(PATIENCE).ignoreExceptions().until(() -> {
					cache.put("k", "old");
					return cache.peek("k").isHit();
				});
				await().atMost(PATIENCE).until(() -> there.client.queuedInvalidations().count() == 0);
				proxy.swallowNextReply();
				try {
					cache.invalidate("k");
				}
				catch (RedisUnavailableException ex) {
					assertThat(ex.outcome()).isEqualTo(RedisUnavailableException.Outcome.UNKNOWN);
				}
				await().atMost(PATIENCE).until(() -> there.client.queuedInvalidations().count() == 0);
				assertThat(isStored("k")).isFalse();
			}
			assertThat(proxy.swallowedReplies()).isEqualTo(5);
		}
	}

	@Test
	void whatANetworkHeldBackDoesNoHarmLater() {
		try (RedisProxy proxy = RedisProxy.to(this.server);
				CommandPort proxied = TestPorts.connected(TestPorts.open(proxy.uri()));
				TestCaches there = TestCaches.on(proxied, "t", BRIEF)) {
			TypedCache<String, String> cache = seenBy(there.texts("c"));
			await().atMost(PATIENCE).ignoreExceptions().until(() -> {
				cache.put("k", "old");
				return cache.peek("k").isHit();
			});
			proxy.freeze();
			times(() -> cache.invalidate("k"));
			times(() -> cache.put("k", "late"));
			proxy.thaw();
			await().atMost(PATIENCE).until(() -> there.client.queuedInvalidations().count() == 0);
			// The put that was held back is older than the invalidation that follows it.
			assertThat(isStored("k")).isFalse();
		}
	}

	@Test
	void aMissingRightIsSaidAndTheInvalidationIsRepeated() {
		this.cache.put("k", "old");
		refuse();
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.cache.engine")) {
			fails(() -> this.cache.invalidate("k"));
			await().atMost(PATIENCE).until(() -> log.lines().stream().anyMatch((line) -> line.startsWith("WARN")));
			assertThat(log.lines()).filteredOn((line) -> line.startsWith("WARN"))
				.containsExactly("WARN Redis refuses to invalidate entries of cache 'c'; it tries again");
		}
		allow();
		awaitEmpty();
		assertThat(isStored("k")).isFalse();
	}

	@Test
	void oneKeyMoreThanTheBoundClearsTheCache() {
		this.cache.put("inside", "old");
		this.cache.put("outside", "old");
		this.caches.texts("other").put("k", "old");
		refuse();
		List<String> keys = new ArrayList<>(keys(9_999));
		keys.add("inside");
		fails(() -> this.cache.invalidateAll(keys));
		assertThat(queued()).isEqualTo(10_000);
		assertThat(this.caches.counts.of(OutboxEvent.QUEUED)).isEqualTo(10_000);
		assertThat(this.caches.counts.of(OutboxEvent.QUEUED_CLEAR)).isZero();
		fails(() -> this.cache.invalidate("inside"));
		assertThat(queued()).isEqualTo(10_000);
		assertThat(this.cache.peek("inside").isHit()).isFalse();
		assertThat(this.cache.peek("outside").value()).isEqualTo("old");
		refuseClear();
		fails(() -> this.cache.invalidate("one more"));
		assertThat(queued()).isEqualTo(1);
		assertThat(this.caches.counts.of(OutboxEvent.QUEUED_CLEAR)).isEqualTo(1);
		assertThat(this.cache.peek("outside").isHit()).isFalse();
		long unlinks = calls("unlink");
		allowClear();
		awaitEmpty();
		assertThat(calls("unlink")).isEqualTo(unlinks);
		assertThat(this.cache.peek("outside").isHit()).isFalse();
		assertThat(this.caches.texts("other").peek("k").value()).isEqualTo("old");
		try (CommandPort other = openPort(); TestCaches others = this.caches.alsoOn(other)) {
			assertThat(others.texts("c").peek("inside").isHit()).isFalse();
			assertThat(others.texts("c").peek("outside").isHit()).isFalse();
		}
	}

	@Test
	void theLongestKeysAndTheOddestAreRepeated() {
		List<String> keys = List.of("k".repeat(510), "}".repeat(100), "{a}b%", " \n\t", "\uD83D\uDE00".repeat(255));
		keys.forEach((key) -> this.cache.put(key, "old"));
		refuse();
		keys.forEach((key) -> fails(() -> this.cache.invalidate(key)));
		assertThat(queued()).isEqualTo(keys.size());
		keys.forEach((key) -> assertThat(this.cache.peek(key).isHit()).isFalse());
		allow();
		awaitEmpty();
		try (CommandPort other = openPort(); TestCaches others = this.caches.alsoOn(other)) {
			keys.forEach((key) -> assertThat(others.texts("c").peek(key).isHit()).isFalse());
		}
	}

	@Test
	void aLaterSuccessEndsTheRepetition() {
		this.caches.texts("d").put("k", "old");
		Map<String, Runnable> successes = new LinkedHashMap<>();
		successes.put("put", () -> this.cache.put("put", "new"));
		successes.put("all", () -> this.cache.putAll(Map.of("all", "new")));
		successes.keySet().forEach((key) -> this.cache.put(key, "old"));
		CountDownLatch changed = new CountDownLatch(1);
		// No repetition begins before the values are new.
		TestCaches.BACKGROUND.timer().submit(() -> {
			changed.await();
			return null;
		});
		refuse();
		successes.keySet().forEach((key) -> fails(() -> this.cache.invalidate(key)));
		fails(() -> this.caches.texts("d").invalidate("k"));
		successes.values().forEach(Runnable::run);
		assertThat(queued()).isEqualTo(1);
		allow();
		changed.countDown();
		awaitEmpty();
		assertThat(this.caches.counts.of(OutboxEvent.REPLAYED)).isEqualTo(1);
		successes.keySet().forEach((key) -> assertThat(this.cache.peek(key).value()).isEqualTo("new"));
		refuse();
		fails(() -> this.cache.invalidateAll(List.of("put", "all")));
		allow();
		this.cache.invalidateAll(List.of("put", "all"));
		assertThat(queued()).isZero();
		refuse();
		fails(() -> this.cache.invalidate("k"));
		this.cache.clear();
		assertThat(queued()).isZero();
	}

	@Test
	void onlyTheKeysOfADeadMasterWait() {
		try (RedisCluster cluster = RedisCluster.builder().setting("cluster-require-full-coverage", "no").start();
				CommandPort ports = TestPorts.connected(TestPorts.open(cluster));
				TestCaches clustered = TestCaches.on(ports, "t", SETTINGS.withCommandTimeout(Duration.ofSeconds(2)))) {
			TypedCache<String, String> there = seenBy(clustered.texts("c"));
			List<String> keys = keys(300);
			Map<String, String> old = new LinkedHashMap<>();
			keys.forEach((key) -> old.put(key, "old"));
			await().atMost(PATIENCE).ignoreExceptions().until(() -> {
				there.putAll(old);
				return true;
			});
			RedisServer dead = cluster.masterFor(clustered.valueKey("c", "k0"));
			long lost = keys.stream().filter((key) -> cluster.masterFor(clustered.valueKey("c", key)) == dead).count();
			assertThat(lost).isBetween(1L, 299L);
			dead.pause();
			times(() -> there.invalidateAll(keys));
			await().atMost(PATIENCE).until(() -> clustered.client.queuedInvalidations().count() == lost);
			for (String key : keys) {
				boolean away = cluster.masterFor(clustered.valueKey("c", key)) == dead;
				assertThat(there.get(key, (id) -> "new")).isEqualTo("new");
				assertThat(there.peek(key).isHit()).isEqualTo(!away);
			}
			assertThat(clustered.client.queuedInvalidations().count()).isEqualTo(lost);
			dead.resume();
			await().atMost(PATIENCE).until(() -> clustered.client.queuedInvalidations().count() == 0);
			try (CommandPort other = TestPorts.open(cluster); TestCaches others = clustered.alsoOn(other)) {
				others.tuned(SETTINGS);
				keys.forEach((key) -> assertThat(others.texts("c").peek(key).value()).isNotEqualTo("old"));
			}
		}
	}

	@Test
	void localLevelsOpenOnlyWhenTheQueueIsEmpty() {
		this.caches.tuned(SETTINGS.withLocal(LocalCacheSettings.defaults().withEnabled(true)))
			.probeEvery(Duration.ofSeconds(5));
		this.caches.awaitUp();
		refuse();
		fails(() -> this.cache.invalidate("k"));
		// One that is open stays so: it has nothing of the key.
		assertThat(this.caches.client.localLevelState()).isEqualTo(LocalLevelState.UP);
		this.caches.probeEvery(Duration.ofMillis(500));
		this.server.command("CLIENT", "KILL", "TYPE", "pubsub");
		await().atMost(PATIENCE).until(() -> this.caches.client.localLevelState() == LocalLevelState.PROBED);
		long published = calls("publish");
		await().atMost(PATIENCE).until(() -> {
			assertThat(this.caches.client.localLevelState()).isNotEqualTo(LocalLevelState.UP);
			return calls("publish") > published + 6;
		});
		assertThat(queued()).isEqualTo(1);
		allow();
		await().atMost(PATIENCE).until(() -> this.caches.client.localLevelState() == LocalLevelState.UP);
		assertThat(queued()).isZero();
	}

	@Test
	void closeTriesOnceMore() {
		this.cache.put("k", "old");
		refuse();
		fails(() -> this.cache.invalidate("k"));
		allow();
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.cache.write")) {
			this.caches.close();
			assertThat(log.warnings()).isEmpty();
		}
		assertThat(isStored("k")).isFalse();
		assertThat(queued()).isZero();
	}

	@Test
	void closeSaysWhatCouldNotBeInvalidated() {
		refuse();
		fails(() -> this.cache.invalidateAll(List.of("k", "l")));
		refuseClear();
		fails(() -> this.caches.client.clear("d"));
		try (CapturedLog log = CapturedLog.of("io.github.rediscomponents.cache.write")) {
			this.caches.close();
			assertThat(log.lines()).filteredOn((line) -> line.startsWith("WARN"))
				.containsExactlyInAnyOrder(
						"WARN Invalidations of cache 'c' that did not succeed before the client was closed: 2; "
								+ "the old values are served until they expire",
						"WARN Cache 'd' could not be cleared before the client was closed; "
								+ "its old values are served until they expire");
		}
	}

	@Test
	void closeDoesNotWaitForAServerThatHangs() {
		this.caches.tuned(BRIEF);
		this.cache.put("k", "old");
		this.server.pause();
		times(() -> this.cache.invalidate("k"));
		this.caches.tuned(SETTINGS.withCommandTimeout(Duration.ofMinutes(1)));
		long began = System.nanoTime();
		this.caches.close();
		assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(30));
	}

	@Test
	void anInterruptDuringTheCallLosesNothing() {
		this.caches.tuned(BRIEF);
		this.cache.put("k", "old");
		this.server.pause();
		Thread.currentThread().interrupt();
		times(() -> this.cache.invalidate("k"));
		assertThat(Thread.interrupted()).isTrue();
		assertThat(queued()).isEqualTo(1);
		this.caches.tuned(SETTINGS.withCommandTimeout(Duration.ofSeconds(3)));
		Thread caller = Thread.currentThread();
		Thread interrupter = new Thread(() -> {
			await().atMost(PATIENCE)
				.pollInterval(Duration.ofMillis(1))
				.until(() -> caller.getState() == Thread.State.TIMED_WAITING);
			caller.interrupt();
		});
		interrupter.start();
		times(() -> this.cache.clear());
		assertThat(Thread.interrupted()).isTrue();
		assertThat(queued()).isEqualTo(1);
		this.server.resume();
		awaitEmpty();
		assertThat(this.cache.peek("k").isHit()).isFalse();
	}

	@Test
	void interruptsDuringTheReplayLoseNothing() {
		this.caches.tuned(BRIEF);
		keys(2_000).forEach((key) -> this.cache.put(key, "old"));
		this.server.pause();
		times(() -> this.cache.invalidateAll(keys(2_000)));
		assertThat(queued()).isEqualTo(2_000);
		this.server.resume();
		await().atMost(PATIENCE).pollInterval(Duration.ofMillis(1)).until(() -> {
			Thread.getAllStackTraces()
				.keySet()
				.stream()
				.filter((thread) -> thread.getName().startsWith("redis-components-"))
				.forEach(Thread::interrupt);
			return queued() == 0;
		});
		keys(2_000).forEach((key) -> assertThat(isStored(key)).isFalse());
	}

	@Test
	void noThreadReadsWhatIsOlderThanItsOwnChangeWhileRightsComeAndGo() throws Exception {
		Map<String, String> rows = new ConcurrentHashMap<>();
		AtomicBoolean over = new AtomicBoolean();
		AtomicInteger failed = new AtomicInteger();
		List<Callable<Void>> tasks = new CopyOnWriteArrayList<>();
		AtomicInteger running = new AtomicInteger(6);
		for (int thread = 0; thread < 6; thread++) {
			String prefix = "t" + thread + "-";
			tasks.add(() -> {
				try {
					for (int i = 0; i < 300; i++) {
						String key = prefix + i % 7;
						change(rows, key, "v" + i, failed);
						assertThat(this.cache.get(key, rows::get)).isEqualTo("v" + i);
						assertThat(this.cache.getAll(List.of(key), (keys) -> Map.of(key, rows.get(key))))
							.containsEntry(key, "v" + i);
						assertThat(this.cache.peek(key).value()).isIn(null, "v" + i);
					}
				}
				finally {
					over.set(running.decrementAndGet() == 0);
				}
				return null;
			});
		}
		tasks.add(() -> {
			while (!over.get()) {
				refuse();
				int before = failed.get();
				await().atMost(PATIENCE).until(() -> over.get() || failed.get() > before);
				allow();
			}
			return null;
		});
		Concurrently.run(tasks);
		allow();
		awaitEmpty();
		assertThat(failed).hasPositiveValue();
		try (CommandPort other = openPort(); TestCaches others = this.caches.alsoOn(other)) {
			rows.forEach((key, value) -> assertThat(others.texts("c").peek(key).value()).isIn(null, value));
		}
	}

	private void change(Map<String, String> rows, String key, String value, AtomicInteger failed) {
		rows.put(key, value);
		try {
			switch (ThreadLocalRandom.current().nextInt(3)) {
				case 0 -> this.cache.invalidate(key);
				case 1 -> this.cache.invalidateAll(List.of(key));
				default -> this.cache.put(key, value);
			}
		}
		catch (RedisComponentsException ex) {
			failed.incrementAndGet();
		}
	}

	@Test
	void afterACommitAFailureIsQueuedAndNotThrown() {
		TestDatabase database = new TestDatabase();
		for (String key : List.of("k", "l", "m")) {
			database.write(key, "old");
			this.cache.get(key, database::read);
		}
		refuse();
		database.transaction().executeWithoutResult((status) -> {
			database.write("k", "new");
			this.cache.invalidate("k");
			database.write("l", "new");
			this.cache.put("l", "new");
		});
		assertThat(queued()).isEqualTo(1);
		assertThat(this.cache.get("k", database::read)).isEqualTo("new");
		assertThat(this.cache.get("l", database::read)).isEqualTo("new");
		refuseClear();
		database.transaction().executeWithoutResult((status) -> {
			database.write("m", "new");
			this.cache.clear();
		});
		assertThat(queued()).isEqualTo(1);
		assertThat(this.cache.get("m", database::read)).isEqualTo("new");
		allow();
		allowClear();
		awaitEmpty();
		for (String key : List.of("k", "l", "m")) {
			assertThat(this.cache.get(key, database::read)).isEqualTo("new");
			assertThat(this.cache.peek(key).value()).isEqualTo("new");
		}
	}

	@Test
	void whatARolledBackTransactionLoadedIsQueuedIfItCannotBeRemoved() {
		TestDatabase database = new TestDatabase();
		database.write("k", "old");
		database.transaction().executeWithoutResult((status) -> {
			database.write("k", "lost");
			assertThat(this.cache.get("k", database::read)).isEqualTo("lost");
			assertThat(isStored("k")).isTrue();
			refuse();
			status.setRollbackOnly();
		});
		assertThat(queued()).isEqualTo(1);
		assertThat(this.cache.get("k", database::read)).isEqualTo("old");
		allow();
		awaitEmpty();
		assertThat(isStored("k")).isFalse();
	}

	@Test
	void aProcessWithoutTypesAndWithoutALocalLevelRepeatsToo() {
		this.cache.put("k", "old");
		this.cache.put("l", "old");
		try (CommandPort other = openPort(); TestCaches writer = this.caches.alsoOn(other)) {
			writer.tuned(SETTINGS.withLocal(LocalCacheSettings.defaults().withBroadcast(true)));
			refuse();
			fails(() -> writer.client.invalidate("c", "k"));
			assertThat(writer.client.localLevelState()).isEqualTo(LocalLevelState.OFF);
			// The typed cache of the same name has the same queue.
			assertThat(writer.texts("c").peek("k").isHit()).isFalse();
			allow();
			await().atMost(PATIENCE).until(() -> writer.client.queuedInvalidations().count() == 0);
			assertThat(isStored("k")).isFalse();
			assertThat(isStored("l")).isTrue();
			refuseClear();
			fails(() -> writer.client.clear("c"));
			allowClear();
			await().atMost(PATIENCE).until(() -> writer.client.queuedInvalidations().count() == 0);
		}
		await().atMost(PATIENCE).until(() -> !this.cache.peek("l").isHit());
	}

	@Test
	void aCacheThatCouldNotBeCreatedStopsNothing() {
		assertThatExceptionOfType(CodecException.class).isThrownBy(() -> this.caches.client
			.cache(CacheSpec.of("bad", String.class, Long.class).settings(SETTINGS.withCodec(CacheCodec.TEXT))));
		this.cache.put("k", "old");
		refuse();
		fails(() -> this.cache.invalidate("k"));
		allow();
		awaitEmpty();
		assertThat(isStored("k")).isFalse();
	}

	@Test
	void theBoundCanBeChangedWhileKeysAreQueued() {
		refuse();
		fails(() -> this.cache.invalidateAll(keys(10)));
		this.caches.tuned(SETTINGS.withWriting(WritingSettings.defaults().withMaxQueuedInvalidations(5)));
		assertThat(queued()).isEqualTo(10);
		refuseClear();
		fails(() -> this.cache.invalidate("k0"));
		assertThat(queued()).isEqualTo(1);
		allowClear();
		awaitEmpty();
	}

}
