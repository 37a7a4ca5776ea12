package io.github.rediscomponents.social;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.RedisPort;

/**
 * Who follows whom.
 *
 * <p>
 * <b>Two sides.</b> A follow is written where the user is and where the other one is, in
 * two slots that cannot change together. The side of the user who follows decides and
 * stamps each change with the time of its server; the other side takes a change only if
 * it knows of no later one of that pair. So both sides agree in the end, however changes
 * of one pair overtake each other. If the process dies in between, the side of the user
 * is right and the other one is not, until the call is made again, or {@link #repair} is.
 *
 * <p>
 * <b>Repetition.</b> Following and following no longer can be made again after any
 * failure, and finish what was not done. After a lost reply that the driver repeated, a
 * call can say that nothing was to be changed although it was this one that did it. A
 * failover may forget the last acknowledged changes.
 *
 * <p>
 * Keys: {@code <prefix>:follow-graph:{<user>}:following} (sorted set: users by
 * microseconds) and {@code ...:followers} (sorted set: users, all with the score 0), both
 * deleted with the last one; {@code ...:changes} (sorted set: stamps by pair) for an hour
 * after the last change.
 *
 * <p>
 * Users have 1 to 200 characters, without U+0000; others are refused with
 * {@link IllegalArgumentException} before anything is sent. Each method may throw
 * {@link RedisUnavailableException} and {@link RedisErrorException} (a key holds another
 * type). Instances are safe for use by any number of threads.
 */
public interface FollowGraph {

	/** The most users that a list has, and that are asked for at once. */
	int MAX_PAGE = 1000;

	/**
	 * A graph that lives in Redis.
	 * @param redis where
	 * @param keys names its keys
	 * @param settings its settings, asked for with each call
	 * @param listeners hear of changes; asked for with each of them
	 * @param metrics hears what is done
	 * @return the graph
	 */
	static FollowGraph create(RedisPort redis, KeySpace keys, Supplier<FollowGraphSettings> settings,
			Supplier<? extends Collection<? extends FollowListener>> listeners, SocialMetrics metrics) {
		return new RedisFollowGraph(new FollowStore(redis, keys), settings, listeners, metrics);
	}

	/**
	 * Has a user follow another one. Two round trips, each one script of O(log N), and
	 * those of the listeners.
	 * @param user who follows
	 * @param other who is followed
	 * @return whether that is new; with {@link FollowResult#TOO_MANY} nothing was changed
	 * @throws IllegalArgumentException if both are the same; nothing was sent
	 */
	FollowResult follow(String user, String other);

	/**
	 * Has a user follow another one no longer. Costs what {@link #follow} does.
	 * @param user who follows
	 * @param other who is followed
	 * @return whether there was something to change
	 * @throws IllegalArgumentException if both are the same; nothing was sent
	 */
	boolean unfollow(String user, String other);

	/**
	 * Whether a user follows another one. One round trip, O(1).
	 * @param user who follows
	 * @param other who is followed
	 * @return as the side of the user has it
	 */
	boolean isFollowing(String user, String other);

	/**
	 * Whom of some others a user follows. One round trip, O(n).
	 * @param user who follows
	 * @param others at most {@value #MAX_PAGE}; nothing is sent for none
	 * @return those who are followed, in the order of the collection
	 */
	Set<String> followingAmong(String user, Collection<String> others);

	/**
	 * How many a user follows and is followed by, at one moment. One round trip, O(1).
	 * @param user who
	 * @return the numbers
	 */
	FollowCounts counts(String user);

	/**
	 * Whom a user follows, the last one first; what a repair added is the last. Each user
	 * who is followed all the time is there once, whatever changes meanwhile. One round
	 * trip, O(log N + n).
	 * @param user who follows
	 * @param cursor {@link FollowPage#next()} of the page before; null for the first one
	 * @param size how many are wanted, 1 to {@value #MAX_PAGE}
	 * @return the page
	 * @throws IllegalArgumentException if the cursor is none; nothing was sent
	 */
	FollowPage following(String user, @Nullable String cursor, int size);

	/**
	 * Who follows a user, in the order of their bytes. Each one who follows all the time
	 * is there once, whatever changes meanwhile. One round trip, O(log N + n).
	 * @param user who is followed
	 * @param cursor {@link FollowPage#next()} of the page before; null for the first one
	 * @param size how many are wanted, 1 to {@value #MAX_PAGE}
	 * @return the page
	 */
	FollowPage followers(String user, @Nullable String cursor, int size);

	/**
	 * Whom two users both follow. One flush, which reads all whom they follow: O(N + M).
	 * @param user one of them
	 * @param other the other one
	 * @param limit how many are wanted, 1 to {@value #MAX_PAGE}
	 * @return whom the first one followed last, first
	 */
	List<String> common(String user, String other, int limit);

	/**
	 * Makes both sides of everything that a user follows and is followed by what a system
	 * of record says: after a loss of data, a process that died, or as a nightly job.
	 * Works in parts of 500, and asks the source again about what differs, after having
	 * looked at the stamps in Redis: a pair that somebody changes meanwhile is left to
	 * that. The limit of {@link FollowGraphSettings} does not hold for it. Listeners hear
	 * of each difference.
	 *
	 * <p>
	 * Can be repeated and interrupted at any time. For each 500 follows three round trips
	 * and one question to the source, and two flushes and a second question where
	 * something differs.
	 * @param user who
	 * @param source what is right
	 * @return what was done
	 */
	FollowRepair repair(String user, FollowSource source);

}
