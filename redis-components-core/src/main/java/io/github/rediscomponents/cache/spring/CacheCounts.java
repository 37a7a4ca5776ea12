// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.spring;

/**
 * What one cache of Spring's cache abstraction was asked for in one process.
 *
 * @param hits reads that found a value, or the knowledge that there is none
 * @param misses reads that found nothing
 * @param puts values that were given, not those that were loaded
 * @param evictions removals of single keys
 * @since 1.0.0
 */
public record CacheCounts(long hits, long misses, long puts, long evictions) {
}
