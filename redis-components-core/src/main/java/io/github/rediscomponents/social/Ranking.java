package io.github.rediscomponents.social;

import java.util.List;
import java.util.Optional;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * One window of a {@link RankedSet}, to be read. A view of the present window goes over
 * to the next when the server's clock does.
 *
 * <p>
 * Each method is one script in one round trip and sees one moment. When a window has
 * ended since this process last spoke with Redis, or the clock of this machine is wrong,
 * there is a second round trip. Nothing is written. A window that nobody has a score in
 * is empty. Each method may throw {@link RedisUnavailableException},
 * {@link RedisErrorException} (a key holds another type), and
 * {@link IllegalStateException} if the stored set has the other
 * {@linkplain RankedSetSettings#order() order}.
 */
public interface Ranking {

	/**
	 * A member's score and ranks. O(log N).
	 * @param member 1 to 512 characters
	 * @return empty if the member has no score here
	 * @throws IllegalArgumentException if {@code member} is null, empty or too long;
	 * nothing was sent
	 */
	Optional<RankedMember> get(String member);

	/**
	 * The best. O(log N + n).
	 * @param n the most that are wanted, 1 to 1000
	 * @return the best first; never null
	 * @throws IllegalArgumentException if {@code n} is out of its range; nothing was sent
	 */
	List<RankedMember> top(int n);

	/**
	 * Members from a place on. O(log N + n).
	 * @param uniqueRank the place of the first, from 1 on
	 * @param n the most that are wanted, 1 to 1000
	 * @return the best first; empty beyond the last
	 * @throws IllegalArgumentException if an argument is out of its range; nothing was
	 * sent
	 */
	List<RankedMember> from(long uniqueRank, int n);

	/**
	 * A member and its neighbours. O(log N + n).
	 * @param member 1 to 512 characters
	 * @param n how many ahead of it and how many behind it, 0 to 500
	 * @return the best first, fewer at the ends of the ranking; empty if the member has
	 * no score here
	 * @throws IllegalArgumentException if an argument is out of its range; nothing was
	 * sent
	 */
	List<RankedMember> around(String member, int n);

	/**
	 * How many members have a score here. O(1).
	 * @return at least 0
	 */
	long size();

}
