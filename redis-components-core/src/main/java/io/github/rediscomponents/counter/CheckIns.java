package io.github.rediscomponents.counter;

import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Optional;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * Calendars in which users sign once a day.
 *
 * <p>
 * A calendar keeps {@link DayBitmapSettings#checkInMonths()} months, counted back from
 * the latest that has a mark, in 4 bytes a month. It expires as a whole when nothing was
 * marked for that many months of 31 days. So a streak is never longer than what is kept.
 *
 * <p>
 * <b>Repetition.</b> Signing again changes nothing. What the driver repeats after a
 * broken connection is answered as the first time; what the application calls again is
 * answered as signed before.
 *
 * <p>
 * Key: {@code <prefix>:check-in:{<user>}:<name>} (hash: days by month), so that all
 * calendars of a user are in one slot. A failover may forget the last marks.
 *
 * <p>
 * Each method is one script in one round trip. Users have 1 to 200 characters, days are
 * from 1970 to 9999; others are refused with {@link IllegalArgumentException} before
 * anything is sent. Each method may throw {@link RedisUnavailableException} (a mark may
 * or may not have been made, and can be made again) and {@link RedisErrorException} (the
 * key holds another type; nothing was changed).
 */
public interface CheckIns {

	/**
	 * Signs for today, by the server's clock in the zone. A second round trip when this
	 * machine's clock is on another day. O(months kept).
	 * @param user who
	 * @return what became of it
	 * @throws IllegalStateException if the server's clock was on another day whenever it
	 * was asked, five times in a row; nothing was written
	 */
	CheckIn sign(String user);

	/**
	 * Signs for a day, such as one that was missed. O(months kept).
	 * @param user who
	 * @param day a day that has begun, in the zone
	 * @return what became of it
	 * @throws IllegalArgumentException if {@code day} has not begun by the server's
	 * clock, or is before the first month that the calendar keeps; nothing was written
	 */
	CheckIn sign(String user, LocalDate day);

	/**
	 * The streak that ends today, by the server's clock in the zone. A second round trip
	 * when this machine's clock is on another day. O(months of the streak).
	 * @param user who
	 * @return the streak; while today is not signed, that of yesterday
	 * @throws IllegalStateException see {@link #sign(String)}
	 */
	Streak streak(String user);

	/**
	 * The streak that ends with a day. O(months of the streak).
	 * @param user who
	 * @param day a day that has begun, in the zone
	 * @return the streak; if the day is not signed, that of the day before
	 * @throws IllegalArgumentException if {@code day} has not begun by the server's clock
	 */
	Streak streak(String user, LocalDate day);

	/**
	 * One month of a calendar. O(1).
	 * @param user who
	 * @param month which month
	 * @return its days; without any if it is not kept
	 */
	CheckInMonth month(String user, YearMonth month);

	/**
	 * Counts the signed days of a period. O(months).
	 * @param user who
	 * @param from the first day
	 * @param to the last day, at most 3660 days later
	 * @return how many
	 * @throws IllegalArgumentException if {@code to} is before {@code from} or too far
	 * away; nothing was sent
	 */
	int count(String user, LocalDate from, LocalDate to);

	/**
	 * Finds the first day of a period that was not signed. O(months).
	 * @param user who
	 * @param from the first day
	 * @param to the last day, at most 3660 days later
	 * @return the day; empty if every one was signed
	 * @throws IllegalArgumentException if {@code to} is before {@code from} or too far
	 * away; nothing was sent
	 */
	Optional<LocalDate> firstMissed(String user, LocalDate from, LocalDate to);

}
