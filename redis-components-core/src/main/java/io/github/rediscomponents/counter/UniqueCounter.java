// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Clock;
import java.time.LocalDate;
import java.util.Collection;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Counts how many different members came, by name and day: visitors of a page, readers of
 * an article, addresses at a gate.
 *
 * <p>
 * <b>Error.</b> A day is counted by an estimate of at most 12 KB with a standard error of
 * {@link UniqueCount#STANDARD_ERROR}, and beside it exactly, by a set of its members,
 * until it has more than {@link UniqueCounterSettings#exactLimit()} of them. The count of
 * several exact days is exact when they have at most 10,000 members, each day by itself,
 * or at most 1000 together. {@link UniqueCount#exact()} states which applies.
 *
 * <p>
 * <b>Repetition.</b> Adding and merging again changes nothing. Members cannot be taken
 * away, and estimates have no intersections: the numbers they would give for small
 * overlaps mean nothing.
 *
 * <p>
 * A day is a date in the zone of the settings; the zone of the machine is never used. The
 * script that counts determines the present day by the server's clock.
 *
 * <p>
 * Keys, all of a name in one slot: {@code <prefix>:unique:{<name>}:<yyyymmdd>:members}
 * (set) and {@code ...:estimate} (HyperLogLog, a string), which expire
 * {@link UniqueCounterSettings#retention()} after the end of the day. A failover may
 * forget the last additions.
 *
 * <p>
 * Names have 1 to 200 characters, members 1 to 512, days are from 1970 to 9999; others
 * are rejected with {@link IllegalArgumentException} before anything is sent. Each method
 * is one script in one round trip unless stated otherwise, and may throw
 * {@link RedisUnavailableException} (the added members may or may not be counted; call
 * again) and {@link RedisCommandException} (a key holds another type; nothing was
 * changed). Instances are safe for use by any number of threads and hold no connection of
 * their own.
 *
 * @since 1.0.0
 */
public interface UniqueCounter {

	/** How many members one call may add. */
	int MAX_MEMBERS = 1000;

	/** How many days may be counted together. */
	int MAX_DAYS = 100;

	/**
	 * Creates a counter. Sends nothing.
	 * @param redis the connection to Redis
	 * @param keys names the keys
	 * @param settings read at each call
	 * @return the counter
	 */
	static UniqueCounter create(RedisPort redis, KeySpace keys, LiveSettings<UniqueCounterSettings> settings) {
		return create(redis, keys, settings, Clock.systemUTC());
	}

	/**
	 * Creates a counter with another clock. A clock that is wrong costs one more round
	 * trip now and then, nothing else. Sends nothing.
	 * @param redis the connection to Redis
	 * @param keys names the keys
	 * @param settings read at each call
	 * @param clock the first guess of the present time
	 * @return the counter
	 */
	static UniqueCounter create(RedisPort redis, KeySpace keys, LiveSettings<UniqueCounterSettings> settings,
			Clock clock) {
		return new RedisUniqueCounter(CommandPort.of(redis), keys, settings, clock);
	}

	/**
	 * Counts a member today. See {@link #add(String, Collection)}.
	 * @param name the name of the counter
	 * @param member the member
	 * @return which day it was
	 */
	LocalDate add(String name, String member);

	/**
	 * Counts members today, by the server's clock in the zone. A second round trip when
	 * this machine's clock is on another day. O(members).
	 * @param name the name of the counter
	 * @param members the members, 1 to {@link #MAX_MEMBERS}
	 * @return which day it was
	 * @throws IllegalStateException if the server's clock was on another day in five
	 * consecutive attempts; nothing was written
	 */
	LocalDate add(String name, Collection<String> members);

	/**
	 * Counts members on a day. O(members).
	 * @param name the name of the counter
	 * @param day a day that has begun
	 * @param members the members, 1 to {@link #MAX_MEMBERS}
	 * @throws IllegalArgumentException if {@code day} has not begun by the server's
	 * clock, or is no longer kept; nothing was written
	 */
	void add(String name, LocalDate day, Collection<String> members);

	/**
	 * Counts the different members of a day. O(1).
	 * @param name the name of the counter
	 * @param day the day
	 * @return how many; exactly 0 if nothing is known of the day
	 */
	UniqueCount count(String name, LocalDate day);

	/**
	 * Counts the different members of the days of a period. O(days), and O(members) of
	 * those that are united exactly.
	 * @param name the name of the counter
	 * @param from the first day
	 * @param to the last day, less than {@link #MAX_DAYS} days later; roll up longer
	 * periods with {@link #merge}
	 * @return the number
	 * @throws IllegalArgumentException if {@code to} is before {@code from} or too far
	 * away; nothing was sent
	 */
	UniqueCount count(String name, LocalDate from, LocalDate to);

	/**
	 * Counts the different members of several days. O(days), and O(members) of those that
	 * are united exactly.
	 * @param name the name of the counter
	 * @param days 1 to {@link #MAX_DAYS} days
	 * @return the number
	 */
	UniqueCount count(String name, Collection<LocalDate> days);

	/**
	 * Adds the members of several days to a day of the same or another name: the visitors
	 * of all pages to those of the site, or the days of a month to a name that counts
	 * months. Two round trips, because names are in different slots; each is atomic, both
	 * together are not. O(days), and O(members) of those that are exact.
	 * @param into the name to add to; not changed if there is nothing to add
	 * @param day the day to add to, one that has begun
	 * @param from the name to read; not changed
	 * @param days 1 to {@link #MAX_DAYS} days to read
	 * @throws IllegalArgumentException if {@code day} has not begun by the server's
	 * clock, or is no longer kept; nothing was written
	 */
	void merge(String into, LocalDate day, String from, Collection<LocalDate> days);

	/**
	 * Forgets a day. O(1).
	 * @param name the name of the counter
	 * @param day the day
	 */
	void remove(String name, LocalDate day);

}
