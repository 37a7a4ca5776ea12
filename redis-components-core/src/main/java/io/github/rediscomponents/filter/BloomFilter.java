// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * Answers with certainty that an element was never added, in about ten bits an element
 * (Bloom, 1970). Shared by all processes; spread over slices of at most 8 MB, which a
 * cluster spreads over its nodes.
 *
 * <p>
 * <b>Guarantees.</b> An element whose addition has returned is never
 * {@link Membership#ABSENT}, by any process, also during and after a rebuild, while Redis
 * keeps its data. Every slice has a mark of its own: where it is lost, evicted, flushed
 * or not yet built, the answer is {@link Membership#UNKNOWN}. A consistent but outdated
 * state is not detected: a failover that forgets the last additions, or a restart from an
 * older snapshot. Rebuild the filter after these.
 *
 * <p>
 * <b>Life.</b> A filter answers {@code UNKNOWN} until it was built: by {@link #rebuild}
 * from where the elements really are, or by {@link #create} while there are none.
 * Elements cannot be taken away; a rebuild leaves them out.
 *
 * <p>
 * <b>Repetition.</b> Every method can be repeated without harm, so also after it failed
 * with {@link RedisUnavailableException} and outcome {@code UNKNOWN}.
 *
 * <p>
 * Keys: {@code <prefix>:bloom-filter:{<name>}} (hash) and, for each slice,
 * {@code <prefix>:bloom-slice:{<name>:<slice>}:<generation>}, all without expiry. A call
 * is one round trip, and one more where the filter changed since the last: is first used,
 * lost, or rebuilt by another process. It blocks for at most the port's timeout each.
 *
 * <p>
 * Elements have 1 to 65,536 characters; others are refused with
 * {@link IllegalArgumentException} before anything is sent. Each method may throw
 * {@link RedisUnavailableException} (see above), {@link RedisCommandException} (Redis
 * refused: a key holds another type, no memory, no {@code BF.} commands) and, but for
 * {@link #rebuild}, {@link #stats} and {@link #remove},
 * {@link BloomFilterMismatchException} (stored with other settings; nothing was changed).
 * Instances are safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public interface BloomFilter {

	/**
	 * Adds an element. To protect rows of a database, add before the transaction commits:
	 * an element that is added in vain costs nothing. Two scripts in one flush, three
	 * during a rebuild, O(log(1 / error rate)); one script more if the replies took
	 * longer than 100 ms.
	 * @param element the element to add
	 * @return the membership before the call: {@code ABSENT} if the element is certainly
	 * new; {@code UNKNOWN} if there is no filter to add it to, which is not a failure,
	 * because a rebuild reads the element from its source; {@code MAYBE} also when the
	 * driver repeated the call
	 */
	Membership add(String element);

	/**
	 * Adds elements, in flushes of 5000; a script for each slice and 250 of them, and one
	 * that reads the filter.
	 * @param elements the elements to add
	 * @return for each, in their order, see {@link #add}
	 * @throws RedisUnavailableException some may have been added
	 */
	List<Membership> addAll(Collection<String> elements);

	/**
	 * Looks an element up. One BITFIELD that only reads and one script that reads the
	 * filter, in one flush, O(log(1 / error rate)). A filter that is not there is looked
	 * for once a second.
	 * @param element the element to look up
	 * @return the membership of the element
	 */
	Membership test(String element);

	/**
	 * Looks elements up, in flushes of 5000; a BITFIELD for each slice and 250 of them,
	 * and a script that reads the filter.
	 * @param elements the elements to look up
	 * @return for each, in their order, see {@link #test}
	 */
	List<Membership> testAll(Collection<String> elements);

	/**
	 * Looks elements up as {@link #testAll} does, without a thread that waits for the
	 * answers. The default implementation is for filters that ask no server: it calls
	 * {@link #testAll} on the calling thread.
	 * @param elements the elements to look up
	 * @return completes with the membership of each, in their order, on a thread that
	 * must not be blocked; exceptionally with what {@link #testAll} throws, or with an
	 * exception around it
	 */
	default CompletionStage<List<Membership>> testAllAsync(Collection<String> elements) {
		return CompletableFuture.completedStage(testAll(elements));
	}

	/**
	 * Returns whether an element may have been added. See {@link #test}.
	 * @param element the element to look up
	 * @return false only if it certainly was not
	 */
	default boolean mightContain(String element) {
		return test(element) != Membership.ABSENT;
	}

	/**
	 * Builds an empty filter where there is none. Right only while there is nothing that
	 * would have to be in it: afterwards everything is {@code ABSENT} until it is added.
	 * @return whether this call built it; false if there is one, or another process is
	 * building
	 */
	boolean create();

	/**
	 * Builds a filter by the present settings beside the live one and puts it in its
	 * place. Others read and add all the while; from before the source is read until
	 * every client uses the new one, an addition reaches both. Then the old one is
	 * deleted.
	 *
	 * <p>
	 * Steps: the new slices are made, every slice of the live filter is marked so that no
	 * client with a stale epoch can add to it, {@code settle} passes, and only then is
	 * the source opened: it contains every element that was added before, and later
	 * additions reach both filters. The source is read on the calling thread; 5000
	 * elements are one flush.
	 *
	 * <p>
	 * A process that died during a rebuild is followed by the next caller, a minute and
	 * {@code settle} after the last flush. Until then additions reach both.
	 * @param source opens the source of every element of the filter; called once, closed
	 * in any case
	 * @param progress receives the number of elements added so far, on the calling thread
	 * after each flush; its exceptions end the rebuild
	 * @return true if the new filter is live; false if another process is rebuilding,
	 * nothing was done then
	 * @throws IllegalStateException if another rebuild took over because this one was
	 * silent for too long, or a new slice was lost; the live filter is as it was
	 * @throws RedisUnavailableException if no answer came in time; before the swap the
	 * live filter is as it was, after it, with an unknown outcome, the new one is live
	 * @throws InterruptedException if the thread was interrupted while {@code settle}
	 * passed; the live filter is as it was
	 */
	boolean rebuild(Supplier<? extends Stream<String>> source, LongConsumer progress) throws InterruptedException;

	/**
	 * Counts the bits. One command that reads the filter, then a script for each slice in
	 * flushes of 100, O(bits): 8 MB take Redis one to two milliseconds.
	 * @return the numbers
	 */
	BloomStats stats();

	/**
	 * Which part of the bits of one slice is set, which is what it is in all of them,
	 * nearly. Never waits: answers what is known, and has it counted anew in the
	 * background if that is ten seconds old.
	 * @return 0 to 1; NaN if it is not known
	 */
	double fill();

	/**
	 * Deletes the filter: everything is {@code UNKNOWN} afterwards. A rebuild that is
	 * under way fails. One flush for each 100 slices, one command for the rest, and one
	 * before and one behind that read the filter.
	 */
	void remove();

	/**
	 * The same filter with another time-out.
	 * @param timeout the longest that one round trip may take
	 * @return a view that shares everything else
	 */
	BloomFilter withTimeout(Duration timeout);

	/**
	 * Returns the filter's name.
	 * @return never empty
	 */
	String name();

}
