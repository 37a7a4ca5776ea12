// SPDX-License-Identifier: Apache-2.0
/**
 * Locks and semaphores beside those of other libraries.
 */
@NullMarked
package io.github.rediscomponents.benchmarks.lock;

import org.jspecify.annotations.NullMarked;
