// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

/**
 * A process that changes entries, and one with a local level that can lose its messages.
 */
abstract class LosingReaderFixture extends CacheFixture {

	static final Duration INTERVAL = Duration.ofMillis(500);

	/** Which messages are lost on their way to the reader. */
	final AtomicReference<Predicate<String>> lost = new AtomicReference<>((message) -> false);

	private CommandPort readersPort;

	TestCaches reader;

	TypedCache<String, String> there;

	LosingReaderFixture(RedisTopology topology) {
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

}
