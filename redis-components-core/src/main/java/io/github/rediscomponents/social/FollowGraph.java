// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.Page;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The follows between users.
 *
 * <p>
 * <b>Two sides.</b> A follow is written where the user is and where the other one is, in
 * two slots that cannot change together. The side of the user who follows decides and
 * stamps each change with the time of its server; the other side takes a change only if
 * it has no later one of that pair. So both sides agree in the end, however changes of
 * one pair overtake each other. If the process dies in between, the side of the user is
 * right and the other one is not, until the call is made again, or {@link #repair} is. If
 * the call fails in between, its exception has the outcome {@code UNKNOWN}.
 *
 * <p>
 * <b>Repetition.</b> Following and following no longer can be made again after any
 * failure, and complete a partial change. After a lost reply that the driver repeated, a
 * call can return that nothing was to be changed although the same call changed it. A
 * failover may forget the last acknowledged changes.
 *
 * <p>
 * Keys: {@code <prefix>:follow-graph:{<user>}:following} (sorted set: users by
 * microseconds) and {@code ...:followers} (sorted set: users, all with the score 0), both
 * deleted with the last one; {@code ...:changes} (sorted set: stamps by pair) for an hour
 * after the last change.
 *
 * <p>
 * Users have 1 to 200 characters, without U+0000; others are rejected with
 * {@link IllegalArgumentException} before anything is sent. Each method may throw
 * {@link RedisUnavailableException} and {@link RedisCommandException} (a key holds
 * another type). Instances are safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public interface FollowGraph {

	/** The most users of a list, and of one call. */
	int MAX_PAGE = 1000;

	/**
	 * A graph that lives in Redis.
	 * @param redis the connection to Redis
	 * @param keys names its keys
	 * @param settings its settings, read by each call
	 * @param observers receive the changes; read for each change
	 * @param observer receives the events
	 * @return the graph
	 */
	static FollowGraph create(RedisPort redis, KeySpace keys, Supplier<FollowGraphSettings> settings,
			Supplier<? extends Collection<? extends FollowObserver>> observers, SocialObserver observer) {
		return new RedisFollowGraph(new FollowStore(CommandPort.of(redis), keys), settings, observers, observer);
	}

	/**
	 * Has a user follow another one. Two round trips, each one script of O(log N), and
	 * those of the observers.
	 * @param user the follower
	 * @param other the followed user
	 * @return whether that is new; with {@link FollowResult#TOO_MANY} nothing was changed
	 * @throws IllegalArgumentException if both are the same; nothing was sent
	 */
	FollowResult follow(String user, String other);

	/**
	 * Ends a follow. Costs the same as {@link #follow}.
	 * @param user the follower
	 * @param other the followed user
	 * @return whether there was something to change
	 * @throws IllegalArgumentException if both are the same; nothing was sent
	 */
	boolean unfollow(String user, String other);

	/**
	 * Returns whether a user follows another one. One round trip, O(1).
	 * @param user the follower
	 * @param other the followed user
	 * @return as the side of the user has it
	 */
	boolean isFollowing(String user, String other);

	/**
	 * Returns those of some users that a user follows. One round trip, O(n).
	 * @param user the follower
	 * @param others at most {@value #MAX_PAGE}; nothing is sent for none
	 * @return the followed ones, in the order of the collection
	 */
	Set<String> followingAmong(String user, Collection<String> others);

	/**
	 * Counts the follows and followers of a user at one moment. One round trip, O(1).
	 * @param user the follower
	 * @return the numbers
	 */
	FollowCounts counts(String user);

	/**
	 * Returns the users that a user follows, the latest first; follows that a repair
	 * added are the latest. Each user that is followed all the time is there once, even
	 * under changes. One round trip, O(log N + n).
	 * @param user the follower
	 * @param cursor {@link Page#next()} of the page before; null for the first one
	 * @param size the maximum number, 1 to {@value #MAX_PAGE}
	 * @return the page
	 * @throws IllegalArgumentException if the cursor is none; nothing was sent
	 */
	Page<String> following(String user, @Nullable String cursor, int size);

	/**
	 * Returns the followers of a user in the order of their bytes. Each user that follows
	 * all the time is there once, even under changes. One round trip, O(log N + n).
	 * @param user the followed user
	 * @param cursor {@link Page#next()} of the page before; null for the first one
	 * @param size the maximum number, 1 to {@value #MAX_PAGE}
	 * @return the page
	 */
	Page<String> followers(String user, @Nullable String cursor, int size);

	/**
	 * Returns the users that two users both follow. Reads all that they follow: O(N + M).
	 * One flush, and one round trip for each further 1000 follows of either.
	 * @param user one of them
	 * @param other the other one
	 * @param limit the maximum number, 1 to {@value #MAX_PAGE}
	 * @return the users, the latest follow of the first user first
	 */
	List<String> common(String user, String other, int limit);

	/**
	 * Makes both sides of everything that a user follows and is followed by equal to a
	 * system of record: after a loss of data, a process that died, or as a nightly job.
	 * Works in parts of 500. For pairs that differ, the stamps in Redis are read and then
	 * the source is queried again: a pair that changes meanwhile is left as it is. The
	 * limit of {@link FollowGraphSettings} does not apply. Observers are notified of each
	 * difference.
	 *
	 * <p>
	 * Can be repeated and interrupted at any time. Each follow is compared twice, as the
	 * source lists it and as Redis does: two flushes for each 500 of either, and one
	 * query to the source. To read those of Redis, one round trip for each 1000 followed
	 * users and one for each 500 followers. Two flushes, three where a follow is removed,
	 * and a second query for each part in which something differs.
	 * @param user the follower
	 * @param source the system of record
	 * @return the outcome
	 */
	FollowRepair repair(String user, FollowSource source);

}
