// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.LocalDate;

/**
 * The outcome of a check-in.
 *
 * @param day for which day
 * @param first whether this call checked in; false if the day was checked in before
 * @param streak how many days without a gap end with that day, at least 1
 * @since 1.0.0
 */
public record CheckIn(LocalDate day, boolean first, int streak) {

}
