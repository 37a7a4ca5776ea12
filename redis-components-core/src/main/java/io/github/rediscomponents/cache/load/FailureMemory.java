// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import org.jspecify.annotations.Nullable;

/**
 * The keys whose loaders failed a moment ago, 10,000 at most.
 *
 * @since 0.1.0
 */
public final class FailureMemory {

	private static final int MOST = 10_000;

	private final Cache<String, Failed> byText = Caffeine.newBuilder()
		.maximumSize(MOST)
		.executor(Runnable::run)
		.expireAfter(Expiry.<String, Failed>writing((text, failed) -> failed.coolDown))
		.build();

	public void put(String text, RuntimeException failure, Duration coolDown) {
		if (!coolDown.isZero()) {
			this.byText.put(text, new Failed(failure, coolDown));
		}
	}

	/**
	 * Returns the failure of a key.
	 * @param coolDown of the settings now; 0 if failures do not count any more
	 */
	public @Nullable RuntimeException get(String text, Duration coolDown) {
		Failed known = coolDown.isZero() ? null : this.byText.getIfPresent(text);
		return (known != null) ? known.failure : null;
	}

	private record Failed(RuntimeException failure, Duration coolDown) {
	}

}
