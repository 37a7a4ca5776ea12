// SPDX-License-Identifier: Apache-2.0
/**
 * Spring's cache abstraction on the {@code CacheClient}: {@code @Cacheable} and the
 * others with leases, immediate evictions and typed values.
 */
@NullMarked
package io.github.rediscomponents.cache.spring;

import org.jspecify.annotations.NullMarked;
