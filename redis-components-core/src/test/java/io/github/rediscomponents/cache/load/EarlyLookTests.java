// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.cache.CacheObserver;
import io.github.rediscomponents.cache.CacheRegistrySettings;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.LossyPort;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A caller that looks, while Redis does not answer, before another one remembers what it
 * loaded, and enters its flight after that.
 */
class EarlyLookTests {

	private final Background background = new Background();

	private final RedisServer server = RedisServer.start();

	private final CommandPort port = TestPorts.open(this.server);

	private final AtomicReference<Runnable> afterLook = new AtomicReference<>();

	private final AtomicInteger loads = new AtomicInteger();

	private final TypedCache<String, String> cache = CacheClient
		// A subscription that comes late detaches what is being loaded.
		.create(LossyPort.of(this.port), new KeySpace("t" + UUID.randomUUID()),
				new LiveSettings<>(CacheRegistrySettings.defaults()
					.withCommon(TestCaches.SETTINGS.withCommandTimeout(Duration.ofMillis(50))
						.withOutageTtl(Duration.ofMinutes(1)))),
				this.background, ValueCodecs.json(), new CacheObserver() {

					@Override
					public void lookup(String cache, Lookup.State state) {
						Runnable next = EarlyLookTests.this.afterLook.getAndSet(null);
						if (next != null) {
							next.run();
						}
					}

				})
		.cache("c", String.class);

	@BeforeEach
	void pauseAfterTheFirstCommand() {
		this.cache.peek("k");
		this.server.pause();
	}

	@AfterEach
	void close() {
		this.server.resume();
		this.port.close();
		this.background.close();
		this.server.close();
	}

	@Test
	void takesWhatAnotherCallerLoaded() {
		this.afterLook.set(() -> CompletableFuture.runAsync(() -> this.cache.get("k", this::load)).join());
		assertThat(this.cache.get("k", this::load)).isEqualTo("k1");
		assertThat(this.loads).hasValue(1);
	}

	@Test
	void takesWhatAnotherCallerLoadedOfMany() {
		this.afterLook
			.set(() -> CompletableFuture.runAsync(() -> this.cache.getAll(List.of("a", "b"), this::loadAll)).join());
		assertThat(this.cache.getAll(List.of("a", "b", "c"), this::loadAll))
			.isEqualTo(Map.of("a", "a1", "b", "b1", "c", "c2"));
		assertThat(this.loads).hasValue(2);
	}

	private String load(String key) {
		return key + this.loads.incrementAndGet();
	}

	private Map<String, String> loadAll(Iterable<String> keys) {
		int load = this.loads.incrementAndGet();
		Map<String, String> loaded = new HashMap<>();
		keys.forEach((key) -> loaded.put(key, key + load));
		return loaded;
	}

}
