// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import io.github.rediscomponents.support.Checks;

/**
 * One month of a calendar.
 *
 * @param month the month
 * @param bits its days with a check-in; the lowest bit is the first of the month
 * @since 1.0.0
 */
public record CheckInMonth(YearMonth month, int bits) {

	/**
	 * Checks the values.
	 * @throws IllegalArgumentException if there is a bit for a day that the month has not
	 */
	public CheckInMonth {
		Checks.notNull("month", month);
		Checks.isTrue(bits >>> month.lengthOfMonth() == 0,
				"bits must be days of " + month + ", were " + Integer.toBinaryString(bits));
	}

	/**
	 * Returns whether a day is checked in.
	 * @param day day of the month, from 1
	 * @return whether it is
	 * @throws IllegalArgumentException if the month has no such day
	 */
	public boolean isCheckedIn(int day) {
		Checks.between("day", day, 1, this.month.lengthOfMonth());
		return (this.bits >>> (day - 1) & 1) == 1;
	}

	/**
	 * Counts the days with a check-in.
	 * @return the number
	 */
	public int count() {
		return Integer.bitCount(this.bits);
	}

	/**
	 * Returns the days with a check-in.
	 * @return in order; immutable
	 */
	public List<LocalDate> days() {
		return IntStream.rangeClosed(1, this.month.lengthOfMonth())
			.filter(this::isCheckedIn)
			.mapToObj(this.month::atDay)
			.toList();
	}

	/**
	 * Returns the first day without a check-in.
	 * @return the day; empty if every day was checked in
	 */
	public Optional<LocalDate> firstMissed() {
		int day = Integer.numberOfTrailingZeros(~this.bits) + 1;
		return (day <= this.month.lengthOfMonth()) ? Optional.of(this.month.atDay(day)) : Optional.empty();
	}

}
