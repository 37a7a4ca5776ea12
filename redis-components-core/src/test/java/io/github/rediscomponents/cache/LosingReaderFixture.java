// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.Supplier;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import io.github.rediscomponents.cache.CacheObserver.Change;
import io.github.rediscomponents.cache.local.LocalLevelTests;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.awaitility.Awaitility.await;

/**
 * A process that changes entries, and one with a local level that can lose its messages.
 */
public abstract class LosingReaderFixture extends CacheFixture {

	public static final Duration PATIENCE = Duration.ofMinutes(1);

	static final Duration INTERVAL = Duration.ofMillis(500);

	/** Which messages are lost on their way to the reader. */
	public final AtomicReference<Predicate<String>> lost = new AtomicReference<>((message) -> false);

	private CommandPort readersPort;

	public TestCaches reader;

	public TypedCache<String, String> there;

	public LosingReaderFixture(RedisTopology topology) {
		super(topology);
	}

	@BeforeEach
	void switchOn() {
		this.caches.tuned(LocalLevelTests.LOCAL).probeEvery(INTERVAL);
		this.readersPort = newPort();
		this.reader = this.caches.alsoOn(LosingPort.of(this.readersPort, (message) -> this.lost.get().test(message)));
		this.there = seenBy(this.reader.texts("c"));
		TestCaches.awaitAllUp(this.caches, this.reader);
	}

	@AfterEach
	void closeReader() {
		this.reader.close();
		this.readersPort.close();
	}

	/** Reads in the process that can lose messages. */
	protected final String get(String key) {
		return this.there.get(key, this::load);
	}

	/** Returns whether a read is answered from memory. */
	final boolean isKept(String key) {
		long before = this.reader.counts.of(Lookup.State.FRESH);
		get(key);
		return this.reader.counts.of(Lookup.State.FRESH) == before;
	}

	/**
	 * Keeps a value in the memory of the reader and changes it, and returns when the
	 * reader still serves it. A stall of the machine can end that before it is seen; then
	 * all of it is done again.
	 * @param losses prepares which messages are lost
	 */
	protected final void serveOutdated(String key, String value, EntryOptions options,
			Supplier<Predicate<String>> losses, Runnable change) {
		await().atMost(PATIENCE.multipliedBy(2)).until(() -> {
			this.lost.set((message) -> false);
			keep(key, value, options);
			this.lost.set(losses.get());
			change.run();
			return get(key).equals(value);
		});
	}

	/** Puts a value, and waits until the reader has it in memory. */
	protected final void keep(String key, String value, EntryOptions options) {
		long told = this.reader.counts.told(Change.KEY);
		this.cache.put(key, value, options);
		// A message that arrives later would be lost instead of the one that is meant.
		await().atMost(PATIENCE)
			.until(() -> this.reader.counts.told(Change.KEY) > told && get(key).equals(value) && isKept(key));
	}

}
