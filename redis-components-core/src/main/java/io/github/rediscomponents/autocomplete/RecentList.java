package io.github.rediscomponents.autocomplete;

import java.util.Collection;
import java.util.List;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * What each owner used last, to be offered again: recent contacts, searches, tags.
 *
 * <p>
 * A text that is touched comes to the front of its owner's list, and is in it once. The
 * list never has more texts than its length: what was touched longest ago is dropped in
 * the same script. Order is that of execution in Redis, not of any clock.
 *
 * <p>
 * <b>Completion</b> finds the texts that begin with what was typed, newest first, in any
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
 * zero character; others are refused with {@link IllegalArgumentException} before
 * anything is sent. Each method may throw {@link RedisUnavailableException} (see above)
 * and {@link RedisErrorException} (the key holds another type; nothing was changed).
 * Instances are safe for use by any number of threads.
 */
public interface RecentList {

	/**
	 * Puts a text to the front of an owner's list. O(log N).
	 * @param owner whose list
	 * @param text what was used
	 */
	void touch(String owner, String text);

	/**
	 * Touches each text in turn, in one script. O(n log N).
	 * @param owner whose list
	 * @param texts the last becomes the first of the list; at most 1000, nothing is sent
	 * for none
	 * @throws IllegalArgumentException if there are too many; nothing was sent
	 */
	void touchAll(String owner, Collection<String> texts);

	/**
	 * Removes a text. O(log N).
	 * @param owner whose list
	 * @param text exactly as it was touched
	 * @return whether it was there; false also for a repetition by the driver
	 */
	boolean remove(String owner, String text);

	/**
	 * The texts that were touched last. O(n + log N).
	 * @param owner whose list
	 * @param n the most that are wanted, 1 to 1000
	 * @return newest first; never null
	 */
	List<String> newest(String owner, int n);

	/**
	 * The texts that begin with a prefix. O(N) at most, where N is the list's length.
	 * @param owner whose list
	 * @param prefix what was typed, up to 256 characters; all texts begin with an empty
	 * one
	 * @param n the most that are wanted, 1 to 1000
	 * @return newest first; never null
	 */
	List<String> complete(String owner, String prefix, int n);

	/**
	 * How many texts an owner's list has. O(1).
	 * @param owner whose list
	 * @return 0 up to the length
	 */
	int size(String owner);

	/**
	 * Removes an owner's list. O(N) off the server's main thread.
	 * @param owner whose list
	 */
	void clear(String owner);

	/**
	 * The list's name.
	 * @return never empty
	 */
	String name();

}
