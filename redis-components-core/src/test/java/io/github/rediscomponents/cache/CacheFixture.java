// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.TopologyFixture;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

/**
 * A cache, and what its tests ask about it.
 */
public abstract class CacheFixture extends TopologyFixture {

	private static final Set<String> CONNECTING = Set.of("hello", "auth", "ping", "subscribe", "unsubscribe");

	public TestCaches caches;

	public TypedCache<String, String> cache;

	public final AtomicInteger loads = new AtomicInteger();

	protected CommandPort newPort() {
		return TestPorts.open(this.topology);
	}

	public CacheFixture(RedisTopology topology) {
		super(topology);
	}

	@BeforeEach
	void create() {
		this.caches = TestCaches.on(port());
		this.cache = seenBy(this.caches.texts("c"));
	}

	/** How the tests see a cache. */
	protected TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return known;
	}

	@AfterEach
	void close() {
		this.caches.close();
	}

	protected String load(String key) {
		return "v" + this.loads.incrementAndGet() + " of " + key;
	}

	protected String command(String key, String... command) {
		return String.valueOf(server().masterFor(key).command(command));
	}

	protected void withoutMessages() {
		this.caches.close();
		this.caches = TestCaches.on(LossyPort.of(port()));
		this.cache = seenBy(this.caches.texts("c"));
	}

	protected Map<String, Long> commands(Runnable action) {
		server().resetStats();
		action.run();
		Map<String, Long> calls = new LinkedHashMap<>(server().commandCalls());
		// Of a client that an earlier test closed, perhaps before it was connected.
		calls.keySet().removeIf((name) -> CONNECTING.contains(name) || name.startsWith("client"));
		// In the background, every ten seconds.
		calls.remove("time");
		return calls;
	}

	long pttl(String key) {
		String valueKey = this.caches.valueKey("c", key);
		return Long.parseLong(command(valueKey, "PTTL", valueKey));
	}

	protected static Map<String, String> orderedMap(String... entries) {
		Map<String, String> map = new LinkedHashMap<>();
		for (int i = 0; i < entries.length; i += 2) {
			map.put(entries[i], entries[i + 1]);
		}
		return map;
	}

	static Shop find(Long id) {
		return new Shop(id, "shop " + id, List.of("a"));
	}

	record Shop(long id, String name, List<String> tags) {
	}

}
