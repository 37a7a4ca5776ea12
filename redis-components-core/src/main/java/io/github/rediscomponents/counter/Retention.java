// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.LocalDate;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.rediscomponents.support.Checks;

/**
 * The number of users of a day that were active again later.
 *
 * @param cohort the day
 * @param size how many were active on it
 * @param retained how many of them were active on other days, in the order of the
 * requested days; immutable
 * @since 1.0.0
 */
public record Retention(LocalDate cohort, long size, Map<LocalDate, Long> retained) {

	public Retention {
		retained = Collections.unmodifiableMap(new LinkedHashMap<>(retained));
	}

	/**
	 * The part that came again.
	 * @param day one of the requested days
	 * @return 0 to 1; 0 if no user was active on the day of the cohort
	 * @throws IllegalArgumentException if the day is not one of the requested days
	 */
	public double rate(LocalDate day) {
		long again = Checks.notNull("retained on " + day, this.retained.get(day));
		return (this.size > 0) ? (double) again / this.size : 0;
	}

}
