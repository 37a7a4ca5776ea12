// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Expiry;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.store.MemoryBound;
import io.github.rediscomponents.support.Thrown;

/**
 * The keys whose loaders failed a moment ago, 10,000 at most, and 64 MiB of their texts
 * and of the messages of the failures.
 *
 * @since 1.0.0
 */
public final class FailureMemory {

	/** Of the causes of a failure; each may be the cause of itself. */
	private static final int MOST_CAUSES = 100;

	private final Cache<String, Failed> byText = MemoryBound
		.<String, Failed>of((text, failed) -> Character.BYTES * ((long) text.length() + failed.characters))
		.expireAfter(Expiry.<String, Failed>writing((text, failed) -> failed.coolDown))
		.build();

	public void put(String text, RuntimeException failure, Duration coolDown) {
		if (!coolDown.isZero()) {
			this.byText.put(text, new Failed(failure, System.nanoTime(), coolDown, characters(failure)));
		}
	}

	/**
	 * Returns the failure of a key.
	 * @param coolDown of the settings now, which may be shorter than it was then
	 */
	public @Nullable RuntimeException get(String text, Duration coolDown) {
		Failed known = coolDown.isZero() ? null : this.byText.getIfPresent(text);
		return (known != null && System.nanoTime() - known.atNanos < coolDown.toNanos()) ? known.failure : null;
	}

	private static long characters(RuntimeException failure) {
		long characters = 0;
		Throwable one = failure;
		for (int i = 0; one != null && i < MOST_CAUSES; i++) {
			characters += Thrown.message(one).length();
			one = Thrown.cause(one);
		}
		return characters;
	}

	private record Failed(RuntimeException failure, long atNanos, Duration coolDown, long characters) {
	}

}
