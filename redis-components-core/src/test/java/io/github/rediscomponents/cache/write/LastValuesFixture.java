// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.LocalCacheSettings;
import io.github.rediscomponents.cache.LocalLevelState;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.awaitility.Awaitility.await;

/**
 * A cache whose local level is kept while Redis is away, and a server that can go away.
 */
@Timeout(240)
abstract class LastValuesFixture {

	/** Local levels are kept while the machine stalls for less than twice this time. */
	static final Duration INTERVAL = Duration.ofMillis(400);

	static final Duration PATIENCE = Duration.ofMinutes(1);

	static final LocalCacheSettings LEVEL = LocalCacheSettings.defaults()
		.withEnabled(true)
		.withTtl(Duration.ofHours(1))
		.withOutageWindow(Duration.ofHours(1));

	static final CacheSettings SETTINGS = CacheSettings.defaults()
		.withJitter(0)
		.withCommandTimeout(Duration.ofSeconds(1))
		.withOutageTtl(Duration.ofMinutes(1))
		.withLocal(LEVEL);

	/** For what is not about commands that are not answered. */
	static final CacheSettings PATIENT = SETTINGS.withCommandTimeout(Duration.ofSeconds(30));

	final RedisServer server = RedisServer.start();

	final CommandPort port = TestPorts.open(this.server);

	final AtomicInteger loads = new AtomicInteger();

	TestCaches caches;

	TypedCache<String, String> cache;

	@BeforeEach
	void open() {
		this.caches = TestCaches.on(this.port, "t", SETTINGS).probeEvery(INTERVAL);
		this.cache = seenBy(this.caches.texts("c"));
		this.caches.awaitUp();
	}

	/** How the tests see a cache. */
	TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return known;
	}

	@AfterEach
	void close() {
		if (this.server.isRunning()) {
			this.server.resume();
		}
		this.caches.close();
		this.port.close();
		this.server.close();
	}

	String load(String key) {
		return "loaded " + this.loads.incrementAndGet();
	}

	/** Each of so many keys has its last value in memory, which came from Redis. */
	List<String> warm(int count) {
		return warm(this.caches, this.cache, count);
	}

	List<String> warm(TestCaches of, TypedCache<String, String> in, int count) {
		List<String> keys = IntStream.range(0, count).mapToObj((i) -> "k" + i).toList();
		Map<String, String> last = keys.stream().collect(Collectors.toMap((key) -> key, (key) -> "last of " + key));
		await().atMost(PATIENCE).ignoreExceptionsInstanceOf(RedisUnavailableException.class).until(() -> {
			// A machine that is too slow for a command loads instead.
			this.loads.set(0);
			in.putAll(last);
			awaitKept(of, in, keys);
			return this.loads.get() == 0;
		});
		return keys;
	}

	void awaitKept(List<String> keys) {
		awaitKept(this.caches, this.cache, keys);
	}

	/**
	 * What was published arrives later, and forgets what was kept before. It has arrived
	 * when it is proven that a probe has that was sent after it.
	 */
	private void awaitKept(TestCaches of, TypedCache<String, String> in, List<String> keys) {
		await().atMost(PATIENCE).during(INTERVAL.multipliedBy(2)).until(() -> {
			long before = of.counts.of(Lookup.State.FRESH);
			keys.forEach((key) -> in.get(key, this::load));
			return of.counts.of(Lookup.State.FRESH) == before && of.client.localLevelState() == LocalLevelState.UP;
		});
	}

	void away(Consumer<RedisServer> fault) {
		fault.accept(this.server);
		await().atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(10))
			.until(() -> this.caches.client.localLevelState() != LocalLevelState.UP);
	}

}
