// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.limit;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.CodecException;

/**
 * A bounded queue of the newest N elements: latest activities, recently given gifts, last
 * log-ins.
 *
 * <p>
 * It is never longer than its length: adding and trimming are one script, and so are
 * changing the length and trimming. Elements are in the order in which Redis executed the
 * offers, by a counter and not by any clock; within a batch in the order of the
 * collection, the last being the newest.
 *
 * <p>
 * <b>The length</b> is stored with the queue, so that two versions of an application
 * agree on one. Each instance writes its configured length with its first offer, and
 * again when its setting is changed; the last writer wins, by the order in which Redis
 * executed it, and all other instances follow. Nothing but that changes the stored
 * length.
 *
 * <p>
 * <b>Repetition.</b> A command may be executed twice when its connection breaks. An offer
 * that is repeated adds nothing as long as its element is still in the queue or, with
 * {@link Dedupe#KEY}, its window lasts; otherwise its element can come in again, so
 * offers are at least once. A repeated {@link #poll()} returns the element that the first
 * execution took. When a call fails with {@link RedisUnavailableException} and outcome
 * {@code UNKNOWN} it may have been executed: an offer can then be made again, the element
 * of a {@code poll} may be lost (at most once).
 *
 * <p>
 * <b>Unreadable elements.</b> Stored bytes that are not a value of this type, written by
 * another application or version, are left out by {@link #newest} and {@link #list},
 * removed by {@link #poll()}, counted in {@link #undecodable()}, and block nothing.
 *
 * <p>
 * Keys, all in one slot: {@code <prefix>:limit-queue:{<name>}} with the parts
 * {@code order} (sorted set), {@code values} (hash), {@code meta} (hash: length,
 * counter), which expire together after the ttl if there is one; {@code windows} (sorted
 * set) and {@code keys} (hash), the business keys that are refused, which expire with the
 * last window; {@code poll:<id>} (string), the result of a poll, for twice the timeout.
 *
 * <p>
 * Each method is one round trip unless stated otherwise, and blocks for at most the
 * port's timeout. Each may throw {@link RedisUnavailableException} (see above) and
 * {@link RedisCommandException} (a key holds another type; nothing was changed).
 * Instances are safe for use by any number of threads.
 *
 * @param <T> the type of the elements
 * @since 1.0.0
 */
public interface LimitQueue<T> {

	/**
	 * Puts an element at the front and trims the oldest beyond the length. O(log N).
	 * @param value not null
	 * @return the result of the offer
	 * @throws IllegalArgumentException if {@code value} is null; nothing was sent
	 * @throws IllegalStateException if the queue deduplicates by business key and this is
	 * not a view of {@link #keyedBy}; nothing was sent
	 * @throws CodecException if {@code value} cannot be written; nothing was sent
	 */
	OfferResult offer(T value);

	/**
	 * Puts an element at the front unless its business key was let in within the window.
	 * By the server's clock. O(log N).
	 * @param businessKey 1 to 512 characters, such as the user and the gift
	 * @param value not null
	 * @return {@link OfferResult#refused()} is 1 if the key is still refused
	 * @throws IllegalArgumentException if an argument is null, empty or too long; nothing
	 * was sent
	 * @throws IllegalStateException if the queue does not deduplicate by business key;
	 * nothing was sent
	 * @throws CodecException if {@code value} cannot be written; nothing was sent
	 */
	OfferResult offer(String businessKey, T value);

	/**
	 * Offers each element in turn. One script, atomic, for up to 1000 elements that have
	 * a megabyte together; larger batches go in several scripts one after the other, so
	 * others can come in between and a failure can leave the first part done, which
	 * {@link RedisUnavailableException#progress()} reports. A batch longer than the queue
	 * leaves its newest in it. O(n log N).
	 * @param values no null in it; nothing is sent for an empty one
	 * @return the sum of the results; all zero for an empty collection, its size too
	 * @throws IllegalArgumentException if {@code values} is null or has a null in it;
	 * nothing was sent
	 * @throws IllegalStateException as for {@link #offer(Object)}
	 * @throws CodecException if one cannot be written; nothing was sent
	 */
	OfferResult offerAll(Collection<? extends T> values);

	/**
	 * Returns the newest elements. O(n + log N).
	 * @param n the largest number to return, at least 1
	 * @return newest first, without those that cannot be read; never null
	 * @throws IllegalArgumentException if {@code n} is less than 1; nothing was sent
	 */
	List<T> newest(int n);

	/**
	 * Returns all elements at one moment. O(N).
	 * @return newest first, without those that cannot be read; never null
	 */
	List<T> list();

	/**
	 * Removes the oldest element and returns it. Elements that cannot be read are removed
	 * on the way, with a round trip each. O(log N).
	 * @return the oldest, or empty if there is none
	 */
	Optional<T> poll();

	/**
	 * Removes every element that is equal by its encoded bytes. The window of a business
	 * key goes on. O(N).
	 * @param value not null
	 * @return whether there was one
	 * @throws IllegalArgumentException if {@code value} is null; nothing was sent
	 * @throws CodecException if {@code value} cannot be written; nothing was sent
	 */
	boolean remove(T value);

	/**
	 * Returns the number of elements, including those that cannot be read. O(1).
	 * @return 0 up to the length
	 */
	long size();

	/**
	 * Returns the length that is in force for all instances. O(1).
	 * @return the stored length; the configured one if none is stored
	 */
	int length();

	/**
	 * Removes all elements and forgets all business keys. The length stays. O(N) off the
	 * server's main thread.
	 */
	void clear();

	/**
	 * Returns the same queue with a function that gives the business key of an element,
	 * for {@link #offer(Object)} and {@link #offerAll}.
	 * @param businessKey gives 1 to 512 characters for each element
	 * @return a view; shares everything with this queue
	 */
	LimitQueue<T> keyedBy(Function<? super T, String> businessKey);

	/**
	 * Returns how often this instance and its views met a stored element that is not a
	 * value of their type. Sends nothing.
	 * @return the number so far
	 */
	long undecodable();

	/**
	 * Returns the queue's name.
	 * @return never empty
	 */
	String name();

}
