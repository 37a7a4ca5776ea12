// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.cache.EntryOptions;
import io.github.rediscomponents.cache.Invalidation;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.LocalLevelStatus;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.LossyPort;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.StandaloneClusterAndReplication;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A process with tracking beside processes that hear by messages, and without any
 * message.
 */
@Tag("contract")
@Timeout(240)
@StandaloneClusterAndReplication
class TrackedFleetTests extends TrackedFixture {

	private static final EntryOptions TAGGED = EntryOptions.defaults().withTags("t");

	/** After so many reads a reader rests, or it would take a processor for itself. */
	private static final int READS = 16;

	private static final long REST_NANOS = 50_000;

	private final AtomicBoolean lossy = new AtomicBoolean(true);

	TrackedFleetTests(RedisTopology topology) {
		super(topology);
	}

	/** No message reaches the reader. */
	@Override
	CommandPort between(CommandPort port) {
		return this.lossy.get() ? LossyPort.of(port) : port;
	}

	private void keptWithTags(String text, EntryOptions options) {
		this.cache.put(text, "old", options);
		awaitKept(text, "old");
	}

	@Test
	void aMixedFleetServesNothingOld() {
		this.caches.tuned(LocalLevelTests.LOCAL);
		this.caches.awaitUp();
		this.reader.tuned(TRACKED.withLocal(TRACKED.local().withBroadcast(true)));
		List<TypedCache<String, String>> fleet = List.of(this.cache, this.there);
		AtomicInteger written = new AtomicInteger();
		AtomicBoolean ended = new AtomicBoolean();
		this.cache.put("k", "0");
		List<CompletableFuture<Integer>> readers = fleet.stream()
			.map((cache) -> CompletableFuture.supplyAsync(() -> readInOrder(cache, written, ended)))
			.toList();
		for (int i = 1; i <= 300; i++) {
			String value = Integer.toString(i);
			TypedCache<String, String> writer = fleet.get(i % 2);
			TypedCache<String, String> other = fleet.get((i + 1) % 2);
			written.set(i);
			if (i % 3 == 0) {
				writer.invalidate("k");
			}
			writer.put("k", value);
			assertThat(writer.get("k", this::load)).isEqualTo(value);
			await().atMost(PATIENCE)
				.pollInterval(Duration.ofMillis(1))
				.until(() -> other.get("k", (key) -> "0").equals(value));
		}
		ended.set(true);
		assertThat(readers).allSatisfy((reader) -> assertThat(reader.join()).isPositive());
	}

	/**
	 * Returns how often something was read. Until the message of a change arrives, a read
	 * that was under way may put the value before it into memory again.
	 */
	private static int readInOrder(TypedCache<String, String> cache, AtomicInteger written, AtomicBoolean ended) {
		int newest = 0;
		int reads = 0;
		while (!ended.get()) {
			int read = Integer.parseInt(cache.get("k", (key) -> Integer.toString(written.get())));
			assertThat(read).isGreaterThanOrEqualTo(newest - 1);
			newest = Math.max(newest, read);
			reads++;
			if (reads % READS == 0) {
				LockSupport.parkNanos(REST_NANOS);
			}
		}
		return reads;
	}

	@Test
	void tagsAreHeardOfWithoutAMessage() {
		for (int i = 0; i < 5; i++) {
			keptWithTags("k", TAGGED);
			keptWithTags("other", TAGGED.withTags("u"));
			this.cache.invalidateTags("t");
			until("k", "loaded");
			assertThat(this.there.get("other", this::load)).isEqualTo("old");
			awaitKept("other", "old");
		}
	}

	@Test
	void tagsThatAnotherClientRemovesAreHeardOf() {
		keptWithTags("k", TAGGED);
		String tags = this.caches.keys.key("cache-tags", "c");
		command(tags, "DEL", tags);
		until("k", "loaded");
	}

	@Test
	void tagsThatThisProcessInvalidatesAreOutdatedAtOnce() {
		for (int i = 0; i < 100; i++) {
			String value = "v" + i;
			this.there.put("k", value, TAGGED);
			assertThat(this.there.get("k", this::load)).isEqualTo(value);
			this.there.invalidateTags("t");
			assertThat(this.there.get("k", (key) -> value + "!")).isEqualTo(value + "!");
		}
	}

	@Test
	void aClearIsHeardOfWithoutAMessage() {
		for (int i = 0; i < 5; i++) {
			kept("k", "old");
			kept("other", "old");
			this.cache.clear();
			until("k", "loaded");
			assertThat(this.there.get("other", (key) -> "loaded")).isEqualTo("loaded");
		}
	}

	@Test
	void aGenerationThatAnotherClientRemovesIsHeardOf() {
		kept("k", "old");
		String generation = this.caches.keys.key("cache-generation", "c");
		command(generation, "DEL", generation);
		until("k", "loaded");
	}

	@Test
	void saysWhatItWaitsFor() {
		awaitServing(this.reader, Invalidation.TRACKING);
		assertThat(this.caches.client.localLevels()).isEmpty();
		assertThat(this.there.stalenessBound()).isEqualTo(INTERVAL.multipliedBy(2).plusMillis(250));
		this.lossy.set(false);
		try (CommandPort port = newPort(); TestCaches both = this.caches.alsoOn(port).tuned(TRACKED)) {
			both.awaitUp();
			both.tuned(LocalLevelTests.LOCAL).awaitUp();
			awaitServing(both, Invalidation.PUBSUB);
		}
	}

	/** Returns when local levels serve, by this way alone. */
	private static void awaitServing(TestCaches caches, Invalidation way) {
		await().atMost(PATIENCE)
			.until(() -> caches.client.localLevels()
				.equals(List.of(new LocalLevelStatus(way, LocalLevelState.UP, ""))));
	}

	@Test
	void withoutInvalidationAValueIsServedUntilItsTimeEnds() {
		Duration ttl = Duration.ofMinutes(30);
		this.reader.tuned(TRACKED.withLocal(TRACKED.local().withInvalidation(Invalidation.NONE).withTtl(ttl)));
		assertThat(this.there.stalenessBound()).isEqualTo(ttl);
		kept("k", "old");
		this.cache.put("k", "new");
		assertThat(this.there.get("k", this::load)).isEqualTo("old");
		this.there.invalidate("k");
		assertThat(this.there.get("k", (key) -> "here at once")).isEqualTo("here at once");
		// Whether its tags are current is read again each time.
		this.cache.put("tagged", "v", TAGGED);
		for (int i = 0; i < 10; i++) {
			long before = this.reader.counts.of(Lookup.State.FRESH);
			assertThat(this.there.get("tagged", this::load)).isEqualTo("v");
			assertThat(this.reader.counts.of(Lookup.State.FRESH)).isEqualTo(before + 1);
		}
		this.cache.invalidateTags("t");
		assertThat(this.there.get("tagged", (key) -> "loaded")).isEqualTo("loaded");
		assertThat(this.reader.client.localLevels()).isEmpty();
	}

}
