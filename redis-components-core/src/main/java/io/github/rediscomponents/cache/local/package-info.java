// SPDX-License-Identifier: Apache-2.0
/**
 * The local level of a cache: what this process remembers of Redis. Internal.
 */
@NullMarked
package io.github.rediscomponents.cache.local;

import org.jspecify.annotations.NullMarked;
