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
 * @param month which month
 * @param bits its signed days; the lowest bit is the first of the month
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
	 * Tells whether a day is signed.
	 * @param day day of the month, from 1
	 * @return whether it is
	 * @throws IllegalArgumentException if the month has no such day
	 */
	public boolean signed(int day) {
		Checks.between("day", day, 1, this.month.lengthOfMonth());
		return (this.bits >>> (day - 1) & 1) == 1;
	}

	/**
	 * Counts the signed days.
	 * @return how many
	 */
	public int count() {
		return Integer.bitCount(this.bits);
	}

	/**
	 * The signed days.
	 * @return in order; immutable
	 */
	public List<LocalDate> days() {
		return IntStream.rangeClosed(1, this.month.lengthOfMonth())
			.filter(this::signed)
			.mapToObj(this.month::atDay)
			.toList();
	}

	/**
	 * The first day that is not signed.
	 * @return the day; empty if the whole month is signed
	 */
	public Optional<LocalDate> firstMissed() {
		int day = Integer.numberOfTrailingZeros(~this.bits) + 1;
		return (day <= this.month.lengthOfMonth()) ? Optional.of(this.month.atDay(day)) : Optional.empty();
	}

}
