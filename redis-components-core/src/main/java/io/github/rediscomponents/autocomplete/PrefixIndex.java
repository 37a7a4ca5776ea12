// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autocomplete;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongConsumer;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.CodecException;

/**
 * Completion over millions of entries with a term, a weight and a payload, found by the
 * beginning of the term, the heaviest first, on a plain Redis without modules.
 *
 * <p>
 * <b>Results.</b> Exactly the heaviest of all entries whose term begins with the prefix,
 * however many those are; of equal weights by the bytes of their terms in search form,
 * then of their ids. Terms and prefixes are compared in Unicode's composed compatibility
 * form with folded case (NFKC, locale-independent), with runs of spaces as one, and
 * without accents if the {@linkplain PrefixIndexSettings#accents() settings} fold them.
 * An empty prefix finds the heaviest of all.
 *
 * <p>
 * <b>How.</b> A sorted set has the terms in the order of their bytes. A prefix with more
 * than 128 entries has a list of its best 50 to 100, or a longer prefix that has almost
 * the same entries has one; the writes keep them. A read looks at 256 entries at most and
 * writes nothing. A write costs a few commands for each prefix that has a list. When so
 * many of the best of a prefix were removed or made lighter that fewer than 50 are left
 * in its list, it is built anew from the lists of longer prefixes. A script that has done
 * its share of that leaves the rest to the next, so that none holds Redis up for long.
 *
 * <p>
 * <b>Lost keys.</b> A lost key of the lists, or of the terms, is noticed and made anew
 * from the others by the call that meets it; the entries themselves cannot be: without
 * them the index is empty.
 *
 * <p>
 * <b>Repetition.</b> Every method can be repeated without harm, so also after it failed
 * with {@link RedisUnavailableException} and outcome {@code UNKNOWN}; a repetition finds
 * the change made and reports it as none. A failover may forget the last acknowledged
 * changes.
 *
 * <p>
 * Keys, all in one slot: {@code <prefix>:prefix-index:{<name>}} with the parts
 * {@code terms} and {@code tops} (sorted sets), {@code entries} and {@code lists}
 * (hashes). They never expire and are deleted with the last entry.
 *
 * <p>
 * Each method is one script or command in one round trip unless stated otherwise, and
 * blocks for at most the port's timeout. Ids have 1 to 200 characters, terms and prefixes
 * up to 256, terms in search form too, well-formed and without a zero character; terms
 * not only spaces; others are rejected with {@link IllegalArgumentException} before
 * anything is sent. Each method may throw {@link RedisUnavailableException} (see above),
 * {@link RedisCommandException} (a key holds another type; nothing was changed unless
 * {@link RedisCommandException#progress() its progress} says so) and
 * {@link IllegalStateException} (the stored index treats accents in another way; nothing
 * was changed). Instances are safe for use by any number of threads.
 *
 * @param <P> the type of the payloads
 * @since 1.0.0
 */
public interface PrefixIndex<P> {

	/** The most that {@link #complete} gives. */
	int MAX_COMPLETIONS = 50;

	/**
	 * Adds an entry, or replaces the one of its id. O(k log N) for a term of k
	 * characters, see above.
	 * @param entry not null
	 * @return true if no entry had its id
	 * @throws IllegalArgumentException if the weight is out of its range or the payload
	 * too large; nothing was sent
	 * @throws CodecException if the payload cannot be written; nothing was sent
	 */
	boolean put(IndexEntry<P> entry);

	/**
	 * Puts many entries, 100 at a time while the next are prepared, in scripts of a few
	 * milliseconds, between which others come in. A failure leaves the entries reported
	 * to {@code progress} and perhaps one script more; load again from any point before,
	 * and present entries are unchanged. The progress of its exception counts the entries
	 * that were read.
	 * @param entries read on the calling thread as they are needed; of one id the last
	 * counts
	 * @param progress receives the number of entries in the index so far, on the calling
	 * thread after each script; its exceptions end the load
	 * @return the outcome
	 * @throws IllegalArgumentException as for {@link #put}, when the load comes to that
	 * entry
	 * @throws CodecException as for {@link #put}, when the load comes to that entry
	 */
	LoadResult load(Iterator<? extends IndexEntry<P>> entries, LongConsumer progress);

	/**
	 * Gives an entry another weight. O(k log N), see above.
	 * @param id the id of the entry
	 * @param weight 0 to 2^53 - 1
	 * @return true if the entry exists
	 * @throws IllegalArgumentException if the weight is out of its range; nothing was
	 * sent
	 */
	boolean setWeight(String id, long weight);

	/**
	 * Removes an entry. O(k log N), see above.
	 * @param id the id of the entry
	 * @return true if it existed
	 */
	boolean remove(String id);

	/**
	 * Removes entries, in scripts of 100.
	 * @param ids the ids of the entries
	 * @return the number of those that existed
	 */
	long removeAll(Collection<String> ids);

	/**
	 * Returns an entry. O(1).
	 * @param id the id of the entry
	 * @return empty if there is none, or the stored payload cannot be read
	 */
	Optional<IndexEntry<P>> get(String id);

	/**
	 * Returns the heaviest entries whose term begins with a prefix. O(log N + 256) at
	 * most.
	 * @param prefix the typed text; all terms begin with an empty one
	 * @param n the maximum number, 1 to 50
	 * @return heaviest first, without those whose payload cannot be read; never null
	 * @throws IllegalArgumentException if {@code n} is out of its range; nothing was sent
	 */
	List<IndexEntry<P>> complete(String prefix, int n);

	/**
	 * Counts the entries. O(1).
	 * @return at least 0
	 */
	long size();

	/**
	 * Removes all entries. O(N) off the server's main thread.
	 */
	void clear();

	/**
	 * Counts the payloads that this instance met and that are not of its type. Sends
	 * nothing.
	 * @return counts each time that one is met
	 */
	long undecodable();

	/**
	 * Returns the name of the index.
	 * @return never empty
	 */
	String name();

}
