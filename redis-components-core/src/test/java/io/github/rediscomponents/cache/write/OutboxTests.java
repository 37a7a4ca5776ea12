// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.cache.CacheCodec;
import io.github.rediscomponents.cache.CacheObserver.OutboxEvent;
import io.github.rediscomponents.cache.CacheSpec;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TestDatabase;
import io.github.rediscomponents.cache.WritingSettings;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What the queue of failed invalidations takes, from transactions too, how much of it,
 * and what ends a repetition.
 */
class OutboxTests extends OutboxFixture {

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
		awaitReplayed(1);
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

}
