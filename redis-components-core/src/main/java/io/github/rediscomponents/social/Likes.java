// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The likes of subjects by users: a like can be given and taken back, is counted once,
 * and has its place in time.
 *
 * <p>
 * <b>Order.</b> Likes of one thing are in the order in which Redis executed them. Their
 * times are the server's in microseconds, or one more than the last, so each is there
 * once and pages by time neither repeat nor miss a like that stays. A user who likes
 * again after taking a like back is the last.
 *
 * <p>
 * <b>Repetition.</b> A repetition by the driver after a broken connection counts once. A
 * call that failed with {@link RedisUnavailableException} and outcome {@code UNKNOWN} can
 * be made again if it is {@link #like} or {@link #unlike}; after {@link #toggle} read the
 * {@linkplain #state state} first. A failover may forget the last acknowledged changes.
 *
 * <p>
 * Keys: {@code <prefix>:likes:{<subject>}} (sorted set: users by microseconds; deleted
 * with the last like, never expires) and {@code <prefix>:likes:{<subject>}:op:<id>}
 * (string) for twice the timeout after each change.
 *
 * <p>
 * Each method is one round trip and blocks for at most the port's timeout. Subjects and
 * users have 1 to 512 characters; others are rejected with
 * {@link IllegalArgumentException} before anything is sent. Each method may throw
 * {@link RedisUnavailableException} and {@link RedisCommandException} (a key holds
 * another type; nothing was changed). Instances are safe for use by any number of
 * threads.
 *
 * @since 1.0.0
 */
public interface Likes {

	/**
	 * Likes that live in Redis.
	 * @param redis the connection to Redis
	 * @param keys names their keys
	 * @return the likes
	 */
	static Likes create(RedisPort redis, KeySpace keys) {
		return new RedisLikes(CommandPort.of(redis), keys);
	}

	/**
	 * Turns a like over: gives it, or takes it back if there is one. O(log N).
	 * @param subject the subject, such as {@code post:17}
	 * @param user the user
	 * @return whether the user likes it now, and how many do
	 */
	LikeResult toggle(String subject, String user);

	/**
	 * Gives a like, unless there is one: that keeps its time. O(log N).
	 * @param subject the subject
	 * @param user the user
	 * @return {@link LikeResult#liked()} is true
	 */
	LikeResult like(String subject, String user);

	/**
	 * Takes a like back, if there is one. O(log N).
	 * @param subject the subject
	 * @param user the user
	 * @return {@link LikeResult#liked()} is false
	 */
	LikeResult unlike(String subject, String user);

	/**
	 * Returns whether a user likes a subject, and its number of likes. O(1).
	 * @param subject the subject
	 * @param user the user
	 * @return the state
	 */
	LikeState state(String subject, String user);

	/**
	 * The same for many things, in one flush; not one moment. O(n).
	 * @param subjects the subjects, at most 1000; nothing is sent for none
	 * @param user the user
	 * @return the state by subject, in the order of the collection
	 * @throws IllegalArgumentException if there are too many; nothing was sent
	 */
	Map<String, LikeState> states(Collection<String> subjects, String user);

	/**
	 * Counts the likes of a subject. O(1).
	 * @param subject the subject
	 * @return at least 0
	 */
	long count(String subject);

	/**
	 * Returns the first likes. O(log N + n).
	 * @param subject the subject
	 * @param n the maximum number, 1 to 1000
	 * @return the earliest first
	 */
	List<Like> earliest(String subject, int n);

	/**
	 * Returns the first likes after one. O(log N + n).
	 * @param subject the subject
	 * @param after the time of the last like of the page before
	 * @param n the maximum number, 1 to 1000
	 * @return the earliest first
	 */
	List<Like> earliest(String subject, Instant after, int n);

	/**
	 * Returns the last likes. O(log N + n).
	 * @param subject the subject
	 * @param n the maximum number, 1 to 1000
	 * @return the latest first
	 */
	List<Like> latest(String subject, int n);

	/**
	 * Returns the last likes before one. O(log N + n).
	 * @param subject the subject
	 * @param before the time of the last like of the page before
	 * @param n the maximum number, 1 to 1000
	 * @return the latest first
	 */
	List<Like> latest(String subject, Instant before, int n);

	/**
	 * Removes all likes of a subject. O(N) off the server's main thread.
	 * @param subject the subject
	 */
	void clear(String subject);

}
