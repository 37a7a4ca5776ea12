package io.github.rediscomponents.counter;

import java.time.LocalDate;

/**
 * What became of signing.
 *
 * @param day for which day
 * @param first whether this call signed; false if the day was signed before
 * @param streak how many days without a gap end with that day, at least 1
 */
public record CheckIn(LocalDate day, boolean first, int streak) {

}
