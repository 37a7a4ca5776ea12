// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.util.Collection;
import java.util.List;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * The texts that each owner used last: recent contacts, searches, tags.
 *
 * <p>
 * A text that is touched comes to the front of its owner's list, and is in it once. The
 * list never has more texts than its length: the text that was touched longest ago is
 * dropped in the same script. Order is that of execution in Redis, not of any clock.
 *
 * <p>
 * <b>Completion</b> finds the texts that begin with the typed one, newest first, in any
 * script. Both are compared in Unicode's composed compatibility form with folded case
 * (NFKC, locale-independent), with runs of spaces as one: {@code STRASSE} finds
 * {@code Straße}, half-width kana find full-width ones. Texts that only differ in that
 * are different texts nevertheless, and are returned as they were touched.
 *
 * <p>
 * <b>Repetition.</b> A command whose connection broke may be executed twice; every method
 * can be repeated without harm, so also after it failed with
 * {@link RedisUnavailableException} and outcome {@code UNKNOWN}. A failover may forget
 * the last acknowledged changes.
 *
 * <p>
 * Key: {@code <prefix>:recent-list:{<name>:<owner>}} (sorted set), which expires after
 * the ttl if there is one.
 *
 * <p>
 * Each method is one round trip and blocks for at most the port's timeout. Owners have 1
 * to 200 characters, texts 1 to 256 that are not all spaces, well-formed and without a
 * zero character; others are rejected with {@link IllegalArgumentException} before
 * anything is sent. Each method may throw {@link RedisUnavailableException} (see above)
 * and {@link RedisCommandException} (the key holds another type; nothing was changed).
 * Instances are safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public interface RecentList {

	/**
	 * Puts a text to the front of an owner's list. O(log N).
	 * @param owner the owner of the list
	 * @param text the text
	 */
	void touch(String owner, String text);

	/**
	 * Touches each text in turn, in one script. O(n log N).
	 * @param owner the owner of the list
	 * @param texts the last becomes the first of the list; at most 1000, nothing is sent
	 * for none
	 * @throws IllegalArgumentException if there are too many; nothing was sent
	 */
	void touchAll(String owner, Collection<String> texts);

	/**
	 * Removes a text. O(log N).
	 * @param owner the owner of the list
	 * @param text exactly as it was touched
	 * @return true if it existed; false also for a repetition by the driver
	 */
	boolean remove(String owner, String text);

	/**
	 * Returns the texts that were touched last. O(n + log N).
	 * @param owner the owner of the list
	 * @param n the maximum number, 1 to 1000
	 * @return newest first; never null
	 */
	List<String> newest(String owner, int n);

	/**
	 * Returns the texts that begin with a prefix. O(N) at most, where N is the list's
	 * length.
	 * @param owner the owner of the list
	 * @param prefix the typed text, up to 256 characters; all texts begin with an empty
	 * one
	 * @param n the maximum number, 1 to 1000
	 * @return newest first; never null
	 */
	List<String> complete(String owner, String prefix, int n);

	/**
	 * Counts the texts of an owner's list. O(1).
	 * @param owner the owner of the list
	 * @return 0 up to the length
	 */
	long size(String owner);

	/**
	 * Removes an owner's list. O(N) off the server's main thread.
	 * @param owner the owner of the list
	 */
	void clear(String owner);

	/**
	 * Returns the name of the list.
	 * @return never empty
	 */
	String name();

}
