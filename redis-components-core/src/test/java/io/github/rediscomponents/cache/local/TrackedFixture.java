// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.local;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import io.github.rediscomponents.cache.CacheFixture;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.Invalidation;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.awaitility.Awaitility.await;

/**
 * A process without a local level that writes, and one that reads and has a local level
 * with tracking.
 */
abstract class TrackedFixture extends CacheFixture {

	static final CacheSettings TRACKED = TestCaches.SETTINGS.withLocal(LocalCacheSettings.defaults()
		.withInvalidation(Invalidation.TRACKING)
		.withEnabled(true)
		.withBroadcast(false)
		.withTtl(Duration.ofHours(1))
		.withOutageWindow(Duration.ofHours(1)));

	static final Duration INTERVAL = Duration.ofMillis(300);

	static final Duration PATIENCE = Duration.ofMinutes(1);

	final ObservedTracking tracking = new ObservedTracking();

	private CommandPort readersPort;

	TestCaches reader;

	TypedCache<String, String> there;

	TrackedFixture(RedisTopology topology) {
		super(topology);
	}

	@BeforeEach
	void switchOn() {
		this.readersPort = newPort();
		this.caches.tuned(TestCaches.SETTINGS).probeEvery(INTERVAL);
		this.reader = this.caches.alsoOn(between(this.tracking.on(this.readersPort))).tuned(TRACKED);
		this.there = seenBy(this.reader.texts("c"));
		this.reader.awaitUp();
	}

	@AfterEach
	void closeReader() {
		this.reader.close();
		this.readersPort.close();
	}

	/** The port of the reader. */
	CommandPort between(CommandPort port) {
		return port;
	}

	String key(String text) {
		return this.caches.valueKey("c", text);
	}

	/** The value is in the memory of the reader. */
	void kept(String text, String value) {
		this.cache.put(text, value);
		awaitKept(text, value);
	}

	void awaitKept(String text, String value) {
		await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> {
			long before = this.reader.counts.of(Lookup.State.FRESH);
			return this.there.get(text, this::load).equals(value)
					&& this.reader.counts.of(Lookup.State.FRESH) == before;
		});
	}

	void until(String text, String value) {
		await().atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(1))
			.until(() -> this.there.get(text, (key) -> "loaded").equals(value));
	}

}
