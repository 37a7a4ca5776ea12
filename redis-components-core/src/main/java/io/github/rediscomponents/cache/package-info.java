// SPDX-License-Identifier: Apache-2.0
/**
 * Cache-aside over Redis: {@link io.github.rediscomponents.cache.CacheClient} gives typed
 * caches by name, whose values are loaded once across all processes and never overwrite a
 * newer invalidation.
 */
@NullMarked
package io.github.rediscomponents.cache;

import org.jspecify.annotations.NullMarked;
