// SPDX-License-Identifier: Apache-2.0
/**
 * The present state beside an earlier one.
 */
@NullMarked
package io.github.rediscomponents.benchmarks.release;

import org.jspecify.annotations.NullMarked;
