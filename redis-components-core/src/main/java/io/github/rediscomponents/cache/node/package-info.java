// SPDX-License-Identifier: Apache-2.0
/**
 * One breaker for each node that holds entries of caches, and batches that go to one
 * node. Internal.
 */
@NullMarked
package io.github.rediscomponents.cache.node;

import org.jspecify.annotations.NullMarked;
