// SPDX-License-Identifier: Apache-2.0
/**
 * What the starter adds to the start of an application.
 */
@NullMarked
package io.github.rediscomponents.benchmarks.start;

import org.jspecify.annotations.NullMarked;
