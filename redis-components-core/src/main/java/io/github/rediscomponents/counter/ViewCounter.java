// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Counts how often pages were viewed, by minute, hour and day. A name groups pages that
 * are compared with each other: the shops, the articles. {@link UniqueCounter} counts the
 * visitors beside it.
 *
 * <p>
 * <b>In the process.</b> A view is added to a number in memory. Each
 * {@link ViewCounterSettings#flushInterval()} one script for each name adds what came
 * since then, at most {@link #MAX_BATCH} pages, and up to three more scripts add further
 * pages; others wait for the next interval. Reads see what was added in Redis. A process
 * that is killed loses what it has not sent: {@link #pending()}, usually one interval.
 * {@link #close()} sends it.
 *
 * <p>
 * <b>Once.</b> A batch has a number, and Redis remembers the last one of each process and
 * name for a day: a batch whose reply was lost is sent again and is not counted twice. It
 * is counted twice if the key of that number is lost between the two attempts.
 *
 * <p>
 * <b>Redis away.</b> Views stay in memory and are counted later, each in the minute in
 * which it was recorded, until {@link ViewCounterSettings#maxPendingPages()} pages wait.
 * Views of further pages then count for their name only.
 *
 * <p>
 * <b>When.</b> A view counts when its batch is made, by the server's clock as this
 * process knows it: up to an interval after it was recorded. Minutes and hours are those
 * of UTC, a day is a date in the zone of the settings. Before Redis has answered for the
 * first time, the clock of this machine is used. Views of a day that is no longer kept
 * count when Redis receives them.
 *
 * <p>
 * Keys, all of a name in one slot: {@code <prefix>:views:{<name>}:minute:<number>} and
 * {@code ...:hour:<number>} (hashes of pages; the field without a name has all views),
 * {@code ...:day:<yyyymmdd>} (sorted set of pages) and {@code ...:day:<yyyymmdd>:all}
 * (string), which expire as the settings say, and {@code ...:sent:<process>} (string, one
 * day). A minute, an hour and a day list at most {@link ViewCounterSettings#maxPages()}
 * pages; views of others count for the name only.
 *
 * <p>
 * Names have 1 to 200 characters, pages 1 to 512; others are rejected with
 * {@link IllegalArgumentException} before anything is counted. Each reading method is one
 * script or command in one round trip, and may throw {@link RedisUnavailableException}
 * and {@link RedisCommandException} (a key holds another type). Instances are safe for
 * use by any number of threads.
 *
 * @since 1.0.0
 */
public interface ViewCounter extends AutoCloseable {

	/** The most pages that one script adds. */
	int MAX_BATCH = 500;

	/** The most minutes, hours or days that one call reads. */
	int MAX_POINTS = 1500;

	/** The most pages that {@link #top} returns. */
	int MAX_TOP = 1000;

	/** The most names of a process. */
	int MAX_NAMES = 1000;

	/**
	 * Creates a counter. Sends nothing.
	 * @param redis the connection to Redis
	 * @param keys names the keys
	 * @param settings read at each call
	 * @param background sends the batches
	 * @param observer is told of batches
	 * @return the counter
	 */
	static ViewCounter create(RedisPort redis, KeySpace keys, LiveSettings<ViewCounterSettings> settings,
			Background background, ViewCounterObserver observer) {
		return new RedisViewCounter(CommandPort.of(redis), keys, settings, background, observer);
	}

	/**
	 * Counts a view. See {@link #record(String, String, long)}.
	 * @param name the group of pages
	 * @param page the page
	 */
	void record(String name, String page);

	/**
	 * Counts views. In memory, without waiting, or, if the settings are
	 * {@linkplain ViewCounterSettings#exact() exact}, by one script in one round trip.
	 * @param name the group of pages
	 * @param page the page
	 * @param views how many, 1 to 1,000,000,000
	 * @throws IllegalStateException if this process has counted {@link #MAX_NAMES} other
	 * names: names are few, and what varies is the page
	 * @throws RedisUnavailableException only if the settings are exact; the views may or
	 * may not be counted
	 * @throws RedisCommandException only if the settings are exact; nothing was counted
	 */
	void record(String name, String page, long views);

	/**
	 * Sends what was recorded before this call, and waits. One script for each
	 * {@link #MAX_BATCH} pages of each name, those of all names together: a server that
	 * does not answer is waited for once. For tests and for the end of a batch job; not
	 * needed otherwise.
	 * @throws RedisUnavailableException if Redis did not answer; what was not counted is
	 * sent later. Its progress counts views
	 * @throws RedisCommandException if Redis refused; what was not counted is sent later
	 */
	void flush();

	/**
	 * Returns how many views of this process are not known to be counted in Redis.
	 * O(names). Sends nothing.
	 * @return the number of views
	 */
	long pending();

	/**
	 * Returns the views of a page on a day.
	 * @param name the group of pages
	 * @param page the page
	 * @param day the day
	 * @return how many; 0 if nothing is known
	 */
	long count(String name, String page, LocalDate day);

	/**
	 * Returns the views of a page in a period. O(days).
	 * @param name the group of pages
	 * @param page the page
	 * @param from the first day
	 * @param to the last day, less than {@link #MAX_POINTS} days later
	 * @return how many
	 */
	long count(String name, String page, LocalDate from, LocalDate to);

	/**
	 * Returns the views of all pages on a day.
	 * @param name the group of pages
	 * @param day the day
	 * @return how many; 0 if nothing is known
	 */
	long count(String name, LocalDate day);

	/**
	 * Returns the views of all pages in a period. O(days).
	 * @param name the group of pages
	 * @param from the first day
	 * @param to the last day, less than {@link #MAX_POINTS} days later
	 * @return how many
	 */
	long count(String name, LocalDate from, LocalDate to);

	/**
	 * Returns the views of a page over time. O(points).
	 * @param name the group of pages
	 * @param page the page
	 * @param unit the length of a point
	 * @param from the first point contains this moment
	 * @param to the last point begins before this moment; at most {@link #MAX_POINTS}
	 * points
	 * @return all points in their order, those without views as well; expired ones have 0
	 */
	List<ViewCount> curve(String name, String page, ViewUnit unit, Instant from, Instant to);

	/**
	 * Returns the views of all pages over time. O(points).
	 * @param name the group of pages
	 * @param unit the length of a point
	 * @param from the first point contains this moment
	 * @param to the last point begins before this moment; at most {@link #MAX_POINTS}
	 * points
	 * @return all points in their order, those without views as well; expired ones have 0
	 */
	List<ViewCount> curve(String name, ViewUnit unit, Instant from, Instant to);

	/**
	 * Returns the most viewed pages of a day. O(log(pages) + limit).
	 * @param name the group of pages
	 * @param day the day
	 * @param limit how many, 1 to {@link #MAX_TOP}
	 * @return pages with their views, the most viewed first; of equal ones the
	 * lexicographically last first
	 */
	List<PageViews> top(String name, LocalDate day, int limit);

	/**
	 * Sends what is pending, once, and ends the background work. What Redis does not take
	 * now is lost and logged. Views that are recorded later are refused with an
	 * {@link IllegalStateException}.
	 */
	@Override
	void close();

}
