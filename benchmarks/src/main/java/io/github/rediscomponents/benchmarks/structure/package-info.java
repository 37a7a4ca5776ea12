// SPDX-License-Identifier: Apache-2.0
/**
 * Lists, counters, filters, rankings, places and feeds beside bare commands and other
 * libraries.
 */
@NullMarked
package io.github.rediscomponents.benchmarks.structure;

import org.jspecify.annotations.NullMarked;
