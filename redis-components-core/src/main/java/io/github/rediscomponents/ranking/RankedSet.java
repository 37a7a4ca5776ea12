// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

import java.time.LocalDate;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * A leaderboard: members with scores, ranked, of all time and by day, week and month.
 *
 * <p>
 * <b>Ties.</b> Of equal scores the one that was reached first is ahead, by the order in
 * which Redis executed the changes and not by any clock, name or number of them. A member
 * whose score changes goes behind members that have that score already; one whose score
 * is set to what it is keeps its place. {@link RankedMember} has both the rank that equal
 * scores share and the unique one.
 *
 * <p>
 * <b>Scores</b> are integers between the limits of {@link RankedSetSettings}, at most
 * 2^53 - 1 and at least -(2^53 - 1): those that a sorted set keeps exactly. The order of
 * arrival takes nothing from that range, because it does not stand in the score.
 *
 * <p>
 * <b>Windows.</b> A change counts in the present window of each period that the set
 * keeps, in all of them or none. Which windows are present is decided by the server's
 * clock, and where they begin and end by the zone of the set. A window that is over is
 * kept for {@link RankedSetSettings#keep()} further windows, and then expires.
 *
 * <p>
 * <b>Repetition.</b> A repetition by the driver after a broken connection counts once. A
 * call that failed with {@link RedisUnavailableException} and outcome {@code UNKNOWN} can
 * be made again: {@link #set} and {@link #setIfBetter} as they are, {@link #increment}
 * only with the operation id of the first call. A failover may forget the last
 * acknowledged changes.
 *
 * <p>
 * Keys, all in one slot: for each window {@code <prefix>:ranked-set:{<name>}:<window>}
 * (sorted set: members by score, each behind the eight bytes of its turn) and
 * {@code ...:<window>:members} (hash: turns by member), where a window is {@code total},
 * {@code day:2026-11-20}, {@code week:2026-W47} or {@code month:2026-11};
 * {@code ...:op:<id>} (string) for each remembered operation. Only this component may
 * write them: a {@code ZADD} or {@code ZINCRBY} by hand adds members that it does not
 * know, and would keep the turn of a score that has changed.
 *
 * <p>
 * Each method is one script in one round trip; a second one is needed where
 * {@link Ranking} states it. Members have 1 to 512 characters, operation ids 1 to 200;
 * others are rejected with {@link IllegalArgumentException} before anything is sent. Each
 * method may throw {@link RedisUnavailableException}, {@link RedisCommandException} (a
 * key holds another type; nothing was changed) and {@link IllegalStateException} (the
 * stored set has the other {@linkplain RankedSetSettings#order() order}; nothing was
 * changed). Instances are safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public interface RankedSet {

	/**
	 * Gives a member a score. O(log N) for each window.
	 * @param member the member
	 * @param score the score
	 * @return the scores now
	 * @throws IllegalArgumentException if {@code score} is not between the limits of the
	 * set; nothing was sent
	 */
	Scores set(String member, long score);

	/**
	 * Gives a member a score where that is better than its present one, in each window by
	 * itself. O(log N) for each window.
	 * @param member the member
	 * @param score the score
	 * @return the scores now
	 * @throws IllegalArgumentException if {@code score} is not between the limits of the
	 * set; nothing was sent
	 */
	Scores setIfBetter(String member, long score);

	/**
	 * Adds to a member's score, which is 0 if it has none. O(log N) for each window.
	 * @param member the member
	 * @param by the increment, may be negative
	 * @return the scores after the call
	 * @throws ScoreRangeException if that would lead beyond the limits of the set in one
	 * of the windows; nothing was changed
	 * @throws IllegalArgumentException if {@code by} is not between -(2^53 - 1) and 2^53
	 * - 1; nothing was sent
	 */
	Scores increment(String member, long by);

	/**
	 * Adds to a member's score once, however often it is tried within
	 * {@link RankedSetSettings#operationWindow()}.
	 * @param member the member
	 * @param by the increment, may be negative
	 * @param operationId the caller's name for this change, unique in the set
	 * @return the scores after the first call with this id
	 * @throws ScoreRangeException see {@link #increment(String, long)}
	 * @throws IllegalArgumentException see {@link #increment(String, long)}
	 */
	Scores increment(String member, long by, String operationId);

	/**
	 * Removes a member from all windows, those that are over too. O(log N) for each
	 * window.
	 * @param member the member
	 * @return whether it was in one of them; false also for a repetition by the driver
	 */
	boolean remove(String member);

	/**
	 * Removes all members from all windows. O(N) off the server's main thread.
	 */
	void clear();

	/**
	 * Returns the ranking of all time. Sends nothing.
	 * @return a view
	 * @throws IllegalArgumentException if the set does not keep {@link Period#TOTAL}
	 */
	Ranking total();

	/**
	 * Returns the ranking of the present window. Sends nothing.
	 * @param period today, this week or this month
	 * @return a view
	 * @throws IllegalArgumentException if the set does not keep that period
	 */
	Ranking now(Period period);

	/**
	 * Returns the ranking of the window that contains a day. Sends nothing.
	 * @param period that day, its week or its month
	 * @param day a day in the zone of the set
	 * @return a view, empty when that window is no longer kept
	 * @throws IllegalArgumentException if the set does not keep that period
	 */
	Ranking on(Period period, LocalDate day);

	/**
	 * Returns the name of the set.
	 * @return never empty
	 */
	String name();

}
