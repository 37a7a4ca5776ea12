// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.KeyTracking;
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

	final Set<String> heard = ConcurrentHashMap.newKeySet();

	final AtomicInteger flushes = new AtomicInteger();

	final Queue<String> losses = new ConcurrentLinkedQueue<>();

	/** Which keys are lost on their way. */
	final AtomicReference<Predicate<String>> lost = new AtomicReference<>((key) -> false);

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
		this.reader = this.caches.alsoOn(between(observed(this.readersPort))).tuned(TRACKED);
		this.there = this.reader.texts("c");
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

	CommandPort observed(CommandPort port) {
		return InterceptedPort.of(port, (method, args, real) -> {
			if (!method.getName().equals("tracking")) {
				return real.proceed();
			}
			return port.tracking(new Observed((KeyTracking.Listener) args[0]));
		});
	}

	private final class Observed implements KeyTracking.Listener {

		private final KeyTracking.Listener listener;

		Observed(KeyTracking.Listener listener) {
			this.listener = listener;
		}

		@Override
		public void changed(String node, String key) {
			if (!TrackedFixture.this.lost.get().test(key)) {
				this.listener.changed(node, key);
				TrackedFixture.this.heard.add(key);
			}
		}

		@Override
		public void flushed() {
			this.listener.flushed();
			TrackedFixture.this.flushes.incrementAndGet();
		}

		@Override
		public void tracked(Set<String> prefixes) {
			this.listener.tracked(prefixes);
		}

		@Override
		public void lost(String reason) {
			this.listener.lost(reason);
			TrackedFixture.this.losses.add(reason);
		}

	}

	String key(String text) {
		return this.caches.valueKey("c", text);
	}

	/** The value is in the memory of the reader. */
	void kept(String text, String value) {
		this.cache.put(text, value);
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
