// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/**
 * The keys whose loaded value was not stored a moment ago, because it is too large or
 * because its loader said so: 10,000 at most. The entry in its place stays stale, and
 * would be loaded again by each read.
 *
 * @since 1.0.0
 */
public final class RebuildPauses {

	/** As long as after a load that failed. */
	private static final Duration PAUSE = Duration.ofSeconds(1);

	private static final int MOST = 10_000;

	private final Cache<String, Boolean> byText = Caffeine.newBuilder()
		.maximumSize(MOST)
		.executor(Runnable::run)
		.expireAfterWrite(PAUSE)
		.build();

	public void begin(String text) {
		this.byText.put(text, true);
	}

	public boolean contains(String text) {
		return this.byText.getIfPresent(text) != null;
	}

}
