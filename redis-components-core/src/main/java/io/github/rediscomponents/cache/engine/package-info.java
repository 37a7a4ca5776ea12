// SPDX-License-Identifier: Apache-2.0
/**
 * What a cache does below the types of its keys: reading, loading under leases, writing,
 * and the messages between processes. Internal.
 */
@NullMarked
package io.github.rediscomponents.cache.engine;

import org.jspecify.annotations.NullMarked;
