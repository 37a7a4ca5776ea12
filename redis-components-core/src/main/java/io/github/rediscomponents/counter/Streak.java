package io.github.rediscomponents.counter;

import java.time.LocalDate;

/**
 * Signed days without a gap.
 *
 * @param day the day that was asked for
 * @param signed whether that day is signed
 * @param days how many days without a gap end with that day or, if it is not signed, with
 * the day before; 0 if there is none
 */
public record Streak(LocalDate day, boolean signed, int days) {

}
