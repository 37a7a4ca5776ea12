// SPDX-License-Identifier: Apache-2.0
/**
 * The messages between the caches of all processes, and the proof that they arrive.
 * Internal.
 */
@NullMarked
package io.github.rediscomponents.cache.bus;

import org.jspecify.annotations.NullMarked;
