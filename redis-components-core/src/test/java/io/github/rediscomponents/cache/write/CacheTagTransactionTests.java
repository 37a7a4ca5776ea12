// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.cache.CacheFixture;
import io.github.rediscomponents.cache.CacheObserver.OutboxEvent;
import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TestDatabase;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.WritingSettings;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/**
 * Invalidations of tags inside transactions, and those that fail.
 */
@StandaloneAndCluster
class CacheTagTransactionTests extends CacheFixture {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private static final EntryOptions TAGGED = EntryOptions.defaults().withTags("t");

	private final TestDatabase database = new TestDatabase();

	private final AtomicBoolean failing = new AtomicBoolean();

	CacheTagTransactionTests(RedisTopology topology) {
		super(topology);
	}

	private void inTransaction(Runnable action) {
		this.database.transaction().executeWithoutResult((status) -> action.run());
	}

	private Lookup<String> peekElsewhere(String key) {
		return CompletableFuture.supplyAsync(() -> this.cache.peek(key)).join();
	}

	@Test
	void sendsNothingBeforeTheCommit() {
		this.cache.putAll(Map.of("k", "old", "l", "old"), TAGGED);
		this.cache.put("plain", "old");
		inTransaction(() -> {
			assertThat(commands(() -> {
				this.cache.invalidateTags("t");
				assertThat(this.cache.peek("k").isHit()).isFalse();
				// Which entries have the tag is not known without reading them.
				assertThat(this.cache.get("plain", this::load)).isEqualTo("v1 of plain");
				assertThat(this.cache.getAll(List.of("k", "l"), (keys) -> {
					assertThat(keys).containsExactlyInAnyOrder("k", "l");
					return orderedMap("k", "new", "l", "new");
				})).containsEntry("k", "new");
			})).doesNotContainKeys("evalsha", "eval", "get");
			assertThat(peekElsewhere("k").value()).isEqualTo("old");
		});
		assertThat(this.cache.peek("k").isHit()).isFalse();
		assertThat(this.cache.peek("l").isHit()).isFalse();
		assertThat(this.cache.peek("plain").value()).isEqualTo("old");
	}

	@Test
	void changesNothingAfterARollback() {
		this.cache.put("k", "old", TAGGED);
		this.database.transaction().executeWithoutResult((status) -> {
			this.cache.invalidateTags("t");
			this.caches.client.invalidateTags("c", "t");
			status.setRollbackOnly();
		});
		assertThat(this.cache.peek("k").value()).isEqualTo("old");
	}

	@Test
	void outdatesWhatTheTransactionGaveBeforeAndNotWhatItGaveAfter() {
		inTransaction(() -> {
			this.cache.put("before", "v", TAGGED);
			this.cache.put("other", "v", EntryOptions.defaults().withTags("u"));
			this.cache.invalidateTags("t", "x");
			assertThat(this.cache.peek("before").isHit()).isFalse();
			assertThat(this.cache.peek("other").value()).isEqualTo("v");
			this.cache.put("after", "v", TAGGED);
			assertThat(this.cache.peek("after").value()).isEqualTo("v");
		});
		assertThat(this.cache.peek("before").isHit()).isFalse();
		assertThat(this.cache.peek("other").value()).isEqualTo("v");
		assertThat(this.cache.peek("after").value()).isEqualTo("v");
	}

	@Test
	void sendsAThousandTagsAtATime() {
		this.cache.put("k", "old", EntryOptions.defaults().withTags("tag 2499"));
		// Each node knows the script then.
		this.cache.invalidateTags("x");
		assertThat(commands(() -> inTransaction(
				() -> IntStream.range(0, 2500).forEach((i) -> this.cache.invalidateTags("tag " + i)))))
			.containsEntry("evalsha", 3L);
		assertThat(this.cache.peek("k").isHit()).isFalse();
	}

	@Test
	void isDoneAtOnceWhereTheSettingsSaySo() {
		this.caches.tuned(TestCaches.SETTINGS.withWriting(WritingSettings.defaults().withAfterCommit(false)));
		this.cache.put("k", "old", TAGGED);
		inTransaction(() -> {
			this.cache.invalidateTags("t");
			assertThat(peekElsewhere("k").isHit()).isFalse();
		});
	}

	@Test
	void theClientNeedsNoTypes() {
		this.cache.put("k", "old", TAGGED);
		try (CommandPort port = newPort(); TestCaches others = this.caches.alsoOn(port)) {
			others.client.invalidateTags("c", "t");
			assertThat(this.cache.peek("k").isHit()).isFalse();
			this.cache.put("k", "old", TAGGED);
			inTransaction(() -> {
				others.client.invalidateTags("c", "t");
				assertThat(this.cache.peek("k").value()).isEqualTo("old");
			});
			assertThat(this.cache.peek("k").isHit()).isFalse();
			this.cache.put("k", "old", TAGGED);
			this.caches.client.invalidateTags("c", "t");
			assertThat(this.cache.peek("k").isHit()).isFalse();
			assertThatIllegalArgumentException().isThrownBy(() -> others.client.invalidateTags("c"))
				.withMessage("tags must not be empty");
			assertThatIllegalArgumentException().isThrownBy(() -> others.client.invalidateTags("a b", "t"));
		}
	}

	@Test
	void takesTheTypesThatBecomeKnownInsideTheTransaction() {
		this.cache.put("k", "old");
		this.cache.put("tagged", "old", TAGGED);
		try (CommandPort port = newPort(); TestCaches others = this.caches.alsoOn(port)) {
			inTransaction(() -> {
				others.client.invalidateTags("c", "t");
				others.texts("c").put("k", "new", EntryOptions.defaults().withTags("u"));
			});
			assertThat(others.texts("c").peek("k").value()).isEqualTo("new");
		}
		assertThat(this.cache.peek("k").value()).isEqualTo("new");
		assertThat(this.cache.peek("tagged").isHit()).isFalse();
	}

	/** A port whose invalidations of tags do not come through. */
	private CommandPort failing(CommandPort port) {
		return InterceptedPort.of(port, (method, args, real) -> {
			if (method.getName().equals("withTimeout")) {
				return failing((CommandPort) real.proceed());
			}
			if (this.failing.get() && InterceptedPort.script(args).equals("cache/invalidate-tags")) {
				throw new RedisUnavailableException("for a test", Outcome.UNKNOWN, null);
			}
			return real.proceed();
		});
	}

	@Test
	void repeatsWhatFailedAndReadsNothingThatHasTheTagUntilThen() {
		this.cache.put("k", "old", TAGGED);
		this.cache.put("other", "other", EntryOptions.defaults().withTags("u"));
		try (CommandPort port = newPort(); TestCaches hindered = this.caches.alsoOn(failing(port))) {
			TypedCache<String, String> there = seenBy(hindered.texts("c"));
			assertThat(there.peek("k").value()).isEqualTo("old");
			this.failing.set(true);
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> there.invalidateTags("t", "x"));
			assertThat(hindered.client.queuedInvalidations().count()).isEqualTo(2);
			assertThat(hindered.counts.of(OutboxEvent.QUEUED)).isEqualTo(2);
			for (int i = 1; i <= 3; i++) {
				assertThat(there.peek("k").isHit()).isFalse();
				assertThat(there.get("k", this::load, TAGGED)).isEqualTo("v" + i + " of k");
			}
			assertThat(there.peek("other").value()).isEqualTo("other");
			// Nothing has reached Redis.
			assertThat(this.cache.peek("k").value()).isEqualTo("v3 of k");
			this.failing.set(false);
			await().atMost(PATIENCE).until(() -> hindered.client.queuedInvalidations().count() == 0);
			// Observed after it has left the queue.
			await().atMost(PATIENCE).until(() -> hindered.counts.of(OutboxEvent.REPLAYED) == 2);
			assertThat(this.cache.peek("k").isHit()).isFalse();
			assertThat(there.get("k", this::load, TAGGED)).isEqualTo("v4 of k");
			assertThat(there.peek("k").value()).isEqualTo("v4 of k");
			assertThat(this.cache.peek("other").value()).isEqualTo("other");
		}
	}

	@Test
	void aFailureAfterTheCommitIsQueuedAndNotThrown() {
		this.cache.put("k", "old", TAGGED);
		try (CommandPort port = newPort(); TestCaches hindered = this.caches.alsoOn(failing(port))) {
			TypedCache<String, String> there = seenBy(hindered.texts("c"));
			there.peek("k");
			this.failing.set(true);
			inTransaction(() -> {
				there.invalidateTags("t");
				there.invalidate("l");
			});
			assertThat(hindered.client.queuedInvalidations().count()).isEqualTo(1);
			assertThat(there.peek("k").isHit()).isFalse();
			this.failing.set(false);
			await().atMost(PATIENCE).until(() -> !this.cache.peek("k").isHit());
		}
	}

	@Test
	void aLaterInvalidationSettlesWhatWasQueued() {
		this.cache.put("k", "old", TAGGED);
		try (CommandPort port = newPort(); TestCaches hindered = this.caches.alsoOn(failing(port))) {
			TypedCache<String, String> there = seenBy(hindered.texts("c"));
			there.peek("k");
			this.failing.set(true);
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> there.invalidateTags("t"));
			this.failing.set(false);
			there.invalidateTags("t");
			assertThat(hindered.client.queuedInvalidations().count()).isZero();
			this.cache.put("k", "new", TAGGED);
			assertThat(there.peek("k").value()).isEqualTo("new");
		}
	}

	@Test
	void tooManyThatFailBecomeAClear() {
		this.caches.tuned(TestCaches.SETTINGS.withWriting(WritingSettings.defaults().withMaxQueuedInvalidations(10)));
		this.cache.put("plain", "old");
		try (CommandPort port = newPort(); TestCaches hindered = this.caches.alsoOn(failing(port))) {
			TypedCache<String, String> there = seenBy(hindered.texts("c"));
			there.peek("k");
			this.failing.set(true);
			String[] tags = IntStream.range(0, 11).mapToObj((i) -> "t" + i).toArray(String[]::new);
			assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> there.invalidateTags(tags));
			assertThat(hindered.counts.of(OutboxEvent.QUEUED_CLEAR)).isEqualTo(1);
			await().atMost(PATIENCE).until(() -> !this.cache.peek("plain").isHit());
			await().atMost(PATIENCE).until(() -> hindered.client.queuedInvalidations().count() == 0);
		}
	}

}
