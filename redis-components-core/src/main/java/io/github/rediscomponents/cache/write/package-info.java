// SPDX-License-Identifier: Apache-2.0
/**
 * Writes of caches that wait: for the commit of a transaction, or for Redis to answer
 * again. Internal.
 */
@NullMarked
package io.github.rediscomponents.cache.write;

import org.jspecify.annotations.NullMarked;
