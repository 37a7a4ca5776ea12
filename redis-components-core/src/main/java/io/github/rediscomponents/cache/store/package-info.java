// SPDX-License-Identifier: Apache-2.0
/**
 * Reads and writes of the entries of a cache in Redis and in the local level, its tags,
 * and its writes in transactions. Internal.
 */
@NullMarked
package io.github.rediscomponents.cache.store;

import org.jspecify.annotations.NullMarked;
