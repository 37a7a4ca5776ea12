// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.write;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.CacheObserver.OutboxEvent;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.Lookup;
import io.github.rediscomponents.cache.TestCaches;
import io.github.rediscomponents.cache.TypedCache;
import io.github.rediscomponents.cache.engine.CacheAccess;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * A cache whose server refuses to invalidate when the test says so, and goes on to read
 * and to store.
 */
@Timeout(240)
public abstract class OutboxFixture {

	public static final Duration PATIENCE = Duration.ofMinutes(1);

	/** What is loaded without Redis is not remembered, so that each read is seen. */
	public static final CacheSettings SETTINGS = TestCaches.SETTINGS.withOutageTtl(Duration.ZERO);

	/** For servers that do not answer. */
	static final CacheSettings BRIEF = SETTINGS.withCommandTimeout(Duration.ofMillis(250));

	private static final String USER = "app";

	final RedisServer server = RedisServer.start();

	public final AtomicInteger loads = new AtomicInteger();

	CommandPort port;

	public TestCaches caches;

	public TypedCache<String, String> cache;

	@BeforeEach
	void open() {
		acl("on", ">pw", "~*", "&*", "+@all");
		this.port = TestPorts.connected(openPort());
		this.caches = TestCaches.on(this.port, "t", SETTINGS);
		this.cache = seenBy(this.caches.texts("c"));
	}

	/** How the tests see a cache. */
	protected TypedCache<String, String> seenBy(TypedCache<String, String> known) {
		return known;
	}

	/** Looks as an adapter does. */
	protected Lookup<String> find(String key) {
		return access().find(key);
	}

	@AfterEach
	void close() {
		this.server.resume();
		acl("+unlink", "~*");
		this.caches.close();
		this.port.close();
		this.server.close();
	}

	final CommandPort openPort() {
		return TestPorts.open("redis://" + USER + ":pw@" + this.server.host() + ":" + this.server.port());
	}

	final void acl(String... rules) {
		String[] command = new String[rules.length + 3];
		List.of("ACL", "SETUSER", USER).toArray(command);
		System.arraycopy(rules, 0, command, 3, rules.length);
		this.server.command(command);
	}

	/** From now on no entry can be removed. */
	protected final void refuse() {
		acl("-unlink");
	}

	protected final void allow() {
		acl("+unlink");
	}

	/** From now on no cache can be cleared. */
	protected final void refuseClear() {
		acl("resetkeys", "~t:cache:*", "~t:cache-lease:*");
	}

	protected final void allowClear() {
		acl("~*");
	}

	static void times(Runnable action) {
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(action::run);
	}

	protected static void fails(Runnable action) {
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(action::run);
	}

	protected final String load(String key) {
		return "v" + this.loads.incrementAndGet();
	}

	protected final long queued() {
		return this.caches.client.queuedInvalidations().count();
	}

	protected final void awaitEmpty() {
		await().atMost(PATIENCE).until(() -> queued() == 0);
		assertThat(this.caches.client.queuedInvalidations().oldest()).isZero();
	}

	/** A repetition is observed after it has left the queue. */
	final void awaitReplayed(long count) {
		await().atMost(PATIENCE).until(() -> this.caches.counts.of(OutboxEvent.REPLAYED) == count);
	}

	protected final boolean isStored(String key) {
		return "1".equals(String.valueOf(this.server.command("EXISTS", this.caches.valueKey("c", key))));
	}

	final long calls(String command) {
		return this.server.commandCalls().getOrDefault(command, 0L);
	}

	static List<String> keys(int count) {
		return IntStream.range(0, count).mapToObj((i) -> "k" + i).toList();
	}

	@SuppressWarnings("unchecked")
	protected final CacheAccess<String> access() {
		return ((CacheAccess.Owner<String>) this.cache).access();
	}

}
