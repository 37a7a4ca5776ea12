// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Weigher;

/**
 * How much is kept in memory beside Redis, for each purpose and cache: 10,000 keys, and
 * 64 MiB.
 *
 * @since 1.0.0
 */
public final class MemoryBound {

	private static final int MOST = 10_000;

	/** A ten-thousandth of 64 MiB, which each key counts at least. */
	private static final int LEAST_WEIGHT = 6_711;

	private MemoryBound() {
	}

	/**
	 * Starts to build a memory with this bound.
	 * @param bytes the size of what is kept of a key
	 * @param <K> the type of the keys
	 * @param <V> the type of what is kept
	 */
	public static <K, V> Caffeine<K, V> of(Bytes<? super K, ? super V> bytes) {
		Weigher<K, V> weigher = (key,
				kept) -> (int) Math.min(Integer.MAX_VALUE, Math.max(LEAST_WEIGHT, bytes.of(key, kept)));
		return Caffeine.newBuilder().executor(Runnable::run).maximumWeight((long) MOST * LEAST_WEIGHT).weigher(weigher);
	}

	/**
	 * Says how large something is.
	 *
	 * @param <K> the type of the keys
	 * @param <V> the type of what is kept
	 */
	public interface Bytes<K, V> {

		long of(K key, V kept);

	}

}
