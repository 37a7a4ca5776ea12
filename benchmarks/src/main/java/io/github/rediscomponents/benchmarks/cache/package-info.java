// SPDX-License-Identifier: Apache-2.0
/**
 * Caches beside those of other libraries.
 */
@NullMarked
package io.github.rediscomponents.benchmarks.cache;

import org.jspecify.annotations.NullMarked;
