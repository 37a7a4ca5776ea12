package io.github.rediscomponents.social;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.RedisPort;

/**
 * Who likes what: a like can be given and taken back, is counted once, and those who were
 * first are known.
 *
 * <p>
 * <b>Order.</b> Likes of one thing are in the order in which Redis executed them. Their
 * times are the server's in microseconds, or one more than the last, so each is there
 * once and pages by time neither repeat nor miss a like that stays. Who likes again after
 * taking a like back is the last.
 *
 * <p>
 * <b>Repetition.</b> What the driver repeats after a broken connection counts once. A
 * call that failed with {@link RedisUnavailableException} and outcome {@code UNKNOWN} can
 * be made again if it is {@link #like} or {@link #unlike}; after {@link #toggle} ask for
 * the {@linkplain #state state} first. A failover may forget the last acknowledged
 * changes.
 *
 * <p>
 * Keys: {@code <prefix>:likes:{<subject>}} (sorted set: users by microseconds; deleted
 * with the last like, never expires) and {@code <prefix>:likes:{<subject>}:op:<id>}
 * (string) for twice the timeout after each change.
 *
 * <p>
 * Each method is one round trip and blocks for at most the port's timeout. Subjects and
 * users have 1 to 512 characters; others are refused with
 * {@link IllegalArgumentException} before anything is sent. Each method may throw
 * {@link RedisUnavailableException} and {@link RedisErrorException} (a key holds another
 * type; nothing was changed). Instances are safe for use by any number of threads.
 */
public interface Likes {

	/**
	 * Likes that live in Redis.
	 * @param redis where
	 * @param keys names their keys
	 * @return the likes
	 */
	static Likes create(RedisPort redis, KeySpace keys) {
		return new RedisLikes(redis, keys);
	}

	/**
	 * Turns a like over: gives it, or takes it back if there is one. O(log N).
	 * @param subject what, such as {@code post:17}
	 * @param user who
	 * @return whether the user likes it now, and how many do
	 */
	LikeResult toggle(String subject, String user);

	/**
	 * Gives a like, unless there is one: that keeps its time. O(log N).
	 * @param subject what
	 * @param user who
	 * @return {@link LikeResult#liked()} is true
	 */
	LikeResult like(String subject, String user);

	/**
	 * Takes a like back, if there is one. O(log N).
	 * @param subject what
	 * @param user who
	 * @return {@link LikeResult#liked()} is false
	 */
	LikeResult unlike(String subject, String user);

	/**
	 * Whether a user likes something, and how many do. O(1).
	 * @param subject what
	 * @param user who
	 * @return the state
	 */
	LikeState state(String subject, String user);

	/**
	 * The same for many things, in one flush; not one moment. O(n).
	 * @param subjects what, at most 1000; nothing is sent for none
	 * @param user who
	 * @return the state by subject, in the order of the collection
	 * @throws IllegalArgumentException if there are too many; nothing was sent
	 */
	Map<String, LikeState> states(Collection<String> subjects, String user);

	/**
	 * How many like something. O(1).
	 * @param subject what
	 * @return at least 0
	 */
	long count(String subject);

	/**
	 * Those who liked it first. O(log N + n).
	 * @param subject what
	 * @param n the most that are wanted, 1 to 1000
	 * @return the earliest first
	 */
	List<Like> earliest(String subject, int n);

	/**
	 * Those who liked it first after a like. O(log N + n).
	 * @param subject what
	 * @param after the time of the last like of the page before
	 * @param n the most that are wanted, 1 to 1000
	 * @return the earliest first
	 */
	List<Like> earliest(String subject, Instant after, int n);

	/**
	 * Those who liked it last. O(log N + n).
	 * @param subject what
	 * @param n the most that are wanted, 1 to 1000
	 * @return the latest first
	 */
	List<Like> latest(String subject, int n);

	/**
	 * Those who liked it last before a like. O(log N + n).
	 * @param subject what
	 * @param before the time of the last like of the page before
	 * @param n the most that are wanted, 1 to 1000
	 * @return the latest first
	 */
	List<Like> latest(String subject, Instant before, int n);

	/**
	 * Removes all likes of something. O(N) off the server's main thread.
	 * @param subject what
	 */
	void clear(String subject);

}
