// SPDX-License-Identifier: Apache-2.0
/**
 * Counts visitors by day: {@link io.github.rediscomponents.counter.DayBitmap} with one
 * bit for each user and day, {@link io.github.rediscomponents.counter.UniqueCounter} with
 * a fixed size however many there are.
 */
@NullMarked
package io.github.rediscomponents.counter;

import org.jspecify.annotations.NullMarked;
