// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.LocalDate;
import java.util.Collection;
import java.util.Map;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * The active users of each day, exactly, with one bit for each user and day.
 *
 * <p>
 * <b>Ids.</b> Users are numbers from 0 to {@link #MAX_ID}, best given without gaps. A day
 * is kept in chunks of {@link #CHUNK} users, each of at most 4001 bytes and stored only
 * if one of them was active, so that one huge id costs no more than its chunk.
 * {@link #idOf} gives numbers to users that have names: names are numbered in the order
 * in which they come, in 16 shards by the CRC-32 of their UTF-8 bytes, so that the number
 * is {@code 16 * order + shard}. A number is never given back, and the numbers do not
 * expire.
 *
 * <p>
 * <b>Consistency.</b> A chunk is in the index of its day before its first bit is set, so
 * each marked user is counted even if a call fails in between. Marking again changes
 * nothing and may be repeated after any failure. Counts are not a snapshot: concurrent
 * marks may or may not be included. A failover may forget the last marks.
 *
 * <p>
 * Keys: {@code <prefix>:active-users:{<name>:<chunk>}:<yyyymmdd>} (bitmap), the same
 * chunk of all days in one slot; {@code <prefix>:active-users:{<name>}:chunks:<yyyymmdd>}
 * (set: the index); {@code <prefix>:active-users:{<name>:<shard>}:numbers} (hash). Days
 * expire {@link DayBitmapSettings#activeRetention()} after their end.
 *
 * <p>
 * Days are from 1970 to 9999. Bad arguments are rejected with
 * {@link IllegalArgumentException} before anything is sent. Each method may throw
 * {@link RedisUnavailableException} (marks may or may not have been made) and
 * {@link RedisCommandException} (a key holds another type).
 *
 * @since 1.0.0
 */
public interface ActiveUsers {

	/** The largest id, 2^32 - 1. */
	long MAX_ID = 4_294_967_295L;

	/** How many users a chunk has. */
	int CHUNK = 32_000;

	/**
	 * Marks a user as active today, by the server's clock in the zone. One round trip;
	 * two more for the first of a chunk on a day; one more when this machine's clock is
	 * on another day. O(1).
	 * @param id the user
	 * @return whether this call marked; may be false although it did, when the driver
	 * repeated it after a broken connection
	 * @throws IllegalStateException if the server's clock was on another day in five
	 * consecutive attempts; nothing was written
	 */
	boolean mark(long id);

	/**
	 * Marks a user by name as active today: {@link #idOf} and {@link #mark(long)}.
	 * @param user the name, 1 to 200 characters
	 * @return see {@link #mark(long)}
	 */
	boolean mark(String user);

	/**
	 * Marks users as active on a day. One flush; two more when a chunk has its first
	 * users of the day. O(ids). Not atomic: some may be marked when it fails.
	 * @param day a day that has begun, in the zone
	 * @param ids the users, at most 10,000
	 * @return how many this call marked; see {@link #mark(long)}
	 * @throws IllegalArgumentException if {@code day} has not begun by the server's
	 * clock, or is no longer kept; nothing was written
	 */
	int mark(LocalDate day, Collection<Long> ids);

	/**
	 * Returns whether a user was active. One round trip, O(1).
	 * @param day the day
	 * @param id the user
	 * @return whether that one is marked
	 */
	boolean isActive(LocalDate day, long id);

	/**
	 * Counts the users of a day. Two flushes, more for more than 1000 chunks (32 million
	 * users without gaps). O(chunks).
	 * @param day the day
	 * @return the number
	 */
	long count(LocalDate day);

	/**
	 * Counts the users that were active on at least one of several days. Cost as
	 * {@link #count}, times the days.
	 * @param days 1 to 100 days
	 * @return the number
	 */
	long anyOf(Collection<LocalDate> days);

	/**
	 * Counts the users that were active on each of several days. Cost as {@link #count},
	 * times the days.
	 * @param days 1 to 100 days
	 * @return the number
	 */
	long allOf(Collection<LocalDate> days);

	/**
	 * Counts the users of a day and how many of them came again on each of several other
	 * days. Cost as {@link #count}, times the days.
	 * @param cohort the day of which the users are followed
	 * @param days 1 to 100 other days
	 * @return the counts
	 */
	Retention retained(LocalDate cohort, Collection<LocalDate> days);

	/**
	 * The number of a user's name, given now if it has none. One round trip, O(1).
	 * Repeatable.
	 * @param user the name, 1 to 200 characters
	 * @return the number, always the same for this name
	 * @throws IllegalStateException if there are no more numbers, after some 4 billion
	 * names
	 */
	long idOf(String user);

	/**
	 * The numbers of users' names. One flush.
	 * @param users names of 1 to 200 characters, at most 10,000
	 * @return the number by name
	 * @throws IllegalStateException see {@link #idOf}
	 */
	Map<String, Long> idsOf(Collection<String> users);

}
