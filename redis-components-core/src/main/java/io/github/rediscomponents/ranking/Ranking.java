// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.ranking;

import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * One window of a {@link RankedSet}, to be read. A view of the present window goes over
 * to the next when the server's clock does.
 *
 * <p>
 * Each method is one script in one round trip and sees one moment. When a window has
 * ended since this process last spoke with Redis, or the clock of this machine is wrong,
 * there is a second round trip. Nothing is written. A window without scores is empty.
 * Each method may throw {@link RedisUnavailableException}, {@link RedisCommandException}
 * (a key holds another type), and {@link IllegalStateException} if the stored set has the
 * other {@linkplain RankedSetSettings#order() order}.
 *
 * @since 1.0.0
 */
public interface Ranking {

	/**
	 * Returns a member's score and ranks. O(log N).
	 * @param member 1 to 512 characters
	 * @return empty if the member has no score here
	 * @throws IllegalArgumentException if {@code member} is null, empty or too long;
	 * nothing was sent
	 */
	Optional<RankedMember> get(String member);

	/**
	 * Returns the best members. O(log N + n).
	 * @param n the maximum number, 1 to 1000
	 * @return the best first; never null
	 * @throws IllegalArgumentException if {@code n} is out of its range; nothing was sent
	 */
	List<RankedMember> top(int n);

	/**
	 * Returns the members from a place on. O(log N + n).
	 * @param uniqueRank the place of the first, from 1 on
	 * @param n the maximum number, 1 to 1000
	 * @return the best first; empty beyond the last
	 * @throws IllegalArgumentException if an argument is out of its range; nothing was
	 * sent
	 */
	List<RankedMember> from(long uniqueRank, int n);

	/**
	 * Returns a member and its neighbours. O(log N + n).
	 * @param member 1 to 512 characters
	 * @param n how many ahead of it and how many behind it, 0 to 500
	 * @return the best first, fewer at the ends of the ranking; empty if the member has
	 * no score here
	 * @throws IllegalArgumentException if an argument is out of its range; nothing was
	 * sent
	 */
	List<RankedMember> around(String member, int n);

	/**
	 * Counts the members that have a score here. O(1).
	 * @return at least 0
	 */
	long size();

}
