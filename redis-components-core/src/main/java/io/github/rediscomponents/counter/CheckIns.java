// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Optional;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * Calendars in which users check in once a day.
 *
 * <p>
 * A calendar keeps {@link DayBitmapSettings#checkInMonths()} months, counted back from
 * the latest that has a mark, in 4 bytes a month. It expires as a whole when nothing was
 * marked for that many months of 31 days. A streak is never longer than the kept months.
 *
 * <p>
 * <b>Repetition.</b> Checking in again changes nothing. A repetition by the driver after
 * a broken connection returns the first answer; a repetition by the application returns
 * that the day was checked in before.
 *
 * <p>
 * Key: {@code <prefix>:check-in:{<user>}:<name>} (hash: days by month), so that all
 * calendars of a user are in one slot. A failover may forget the last marks.
 *
 * <p>
 * Each method is one script in one round trip. Users have 1 to 200 characters, days are
 * from 1970 to 9999; others are rejected with {@link IllegalArgumentException} before
 * anything is sent. Each method may throw {@link RedisUnavailableException} (a mark may
 * or may not have been made, and can be made again) and {@link RedisCommandException}
 * (the key holds another type; nothing was changed).
 *
 * @since 1.0.0
 */
public interface CheckIns {

	/**
	 * Checks in for today, by the server's clock in the zone. A second round trip when
	 * this machine's clock is on another day. O(months kept).
	 * @param user the user
	 * @return the outcome
	 * @throws IllegalStateException if the server's clock was on another day in five
	 * consecutive attempts; nothing was written
	 */
	CheckIn checkIn(String user);

	/**
	 * Checks in for a day, such as a missed one. O(months kept).
	 * @param user the user
	 * @param day a day that has begun, in the zone
	 * @return the outcome
	 * @throws IllegalArgumentException if {@code day} has not begun by the server's
	 * clock, or is before the first month that the calendar keeps; nothing was written
	 */
	CheckIn checkIn(String user, LocalDate day);

	/**
	 * Returns the streak that ends today, by the server's clock in the zone. A second
	 * round trip when this machine's clock is on another day. O(months of the streak).
	 * @param user the user
	 * @return the streak; that of yesterday while today is not checked in
	 * @throws IllegalStateException see {@link #checkIn(String)}
	 */
	Streak streak(String user);

	/**
	 * Returns the streak that ends with a day. O(months of the streak).
	 * @param user the user
	 * @param day a day that has begun, in the zone
	 * @return the streak; that of the day before if the day is not checked in
	 * @throws IllegalArgumentException if {@code day} has not begun by the server's clock
	 */
	Streak streak(String user, LocalDate day);

	/**
	 * Returns one month of a calendar. O(1).
	 * @param user the user
	 * @param month the month
	 * @return its days; without any if it is not kept
	 */
	CheckInMonth month(String user, YearMonth month);

	/**
	 * Counts the check-ins of a period. O(months).
	 * @param user the user
	 * @param from the first day
	 * @param to the last day, at most 3660 days later
	 * @return the number
	 * @throws IllegalArgumentException if {@code to} is before {@code from} or too far
	 * away; nothing was sent
	 */
	int count(String user, LocalDate from, LocalDate to);

	/**
	 * Finds the first day of a period without a check-in. O(months).
	 * @param user the user
	 * @param from the first day
	 * @param to the last day, at most 3660 days later
	 * @return the day; empty if every day was checked in
	 * @throws IllegalArgumentException if {@code to} is before {@code from} or too far
	 * away; nothing was sent
	 */
	Optional<LocalDate> firstMissed(String user, LocalDate from, LocalDate to);

}
