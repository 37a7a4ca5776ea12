// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.LocalDate;

/**
 * Signed days without a gap.
 *
 * @param day the requested day
 * @param checkedIn whether that day is checked in
 * @param days how many days without a gap end with that day or, if it is not checked in,
 * with the day before; 0 if there is none
 * @since 1.0.0
 */
public record Streak(LocalDate day, boolean checkedIn, int days) {

}
