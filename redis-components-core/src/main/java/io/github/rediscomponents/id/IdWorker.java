// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.id;

import java.time.Instant;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Hands out 64-bit ids: unique, following time, without machine numbers. Redis grants
 * blocks of ids by its own clock; within a block an id costs one atomic increment.
 *
 * <p>
 * <b>Unique</b> for a key over all processes, restarts, {@code kill -9},
 * {@code FLUSHALL}, evictions and restarts of Redis that forget writes, because no
 * granted id lies in the future of the server's clock, and a server that does not know
 * what was granted before grants only from the next tick of its clock on. The one
 * assumption: after data was lost the server's clock is not behind the last grant (a
 * failover to a machine whose clock is slower by more than the failover took; two
 * primaries at once). The clocks of the clients are never read. Different keys count on
 * their own, so the same number can occur under two keys.
 *
 * <p>
 * <b>Strictly increasing</b> in each process, for all its threads together, also when the
 * server's clock is set back. <b>Ordered by time</b> between processes to within
 * {@link IdSettings#maxAge()} and a quarter of a second (the timer that retires old
 * blocks can be late by as long as the process is paused). There are gaps: what is left
 * of a block when it is too old, or when the process ends, is never handed out; at most
 * two blocks at a time are reserved.
 *
 * <p>
 * <b>Cost</b>: none for most ids; one script (one round trip) a block, requested in the
 * background when half of the previous block is used, sized for a quarter of a second. A
 * key that is not used costs nothing. A call has to wait for Redis only when a key is
 * used for the first time, after a rest longer than the maximum age, or when use rises
 * faster than blocks grow; then at most for the port's timeout plus two ticks of the
 * layout. The first id of a key after Redis lost or restarted waits for the next tick: a
 * millisecond, or a second in the classic layout.
 *
 * <p>
 * Keys: {@code <prefix>:id:{<key>}:<layout>}, a hash of four fields, which does not
 * expire; on a cluster each key has its own slot. Meant for as many keys as there are
 * tables, not users: a process remembers each key that it used.
 *
 * <p>
 * Instances are safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public interface IdWorker {

	/** The key of {@link #nextId()}. */
	String DEFAULT_KEY = "default";

	/**
	 * Creates a worker. Sends nothing.
	 * @param redis the port to Redis
	 * @param keys names the hashes
	 * @param settings the layout and epoch are those of this moment; ages and block sizes
	 * follow changes
	 * @param background its timer retires old blocks
	 * @return the worker
	 */
	static IdWorker create(RedisPort redis, KeySpace keys, LiveSettings<IdSettings> settings, Background background) {
		return new RedisIdWorker(CommandPort.of(redis), keys, settings, background);
	}

	/**
	 * Returns the next id of {@link #DEFAULT_KEY}.
	 * @return a positive number
	 * @throws RedisUnavailableException see {@link #nextId(String)}
	 * @throws IdSpaceException see {@link #nextId(String)}
	 */
	long nextId();

	/**
	 * Returns the next id of a key, greater than each id that this process got for this
	 * key before the call.
	 * @param key the name of the numbered rows, such as a table's name; 1 to 512
	 * characters
	 * @return a positive number
	 * @throws IllegalArgumentException if {@code key} is null, empty or too long; nothing
	 * was sent
	 * @throws RedisUnavailableException if the block is used up or too old and Redis
	 * granted no other in time; no id was handed out, and the next call tries again
	 * @throws IdSpaceException if the server's clock is outside the range of ids
	 */
	long nextId(String key);

	/**
	 * Several ids at once. Cheaper than one by one: one atomic addition as long as the
	 * block has enough.
	 * @param key see {@link #nextId(String)}
	 * @param n the number of ids, 1 to 2<sup>20</sup>
	 * @return {@code n} ids, each greater than the one before it, not always without gaps
	 * @throws IllegalArgumentException if an argument is out of its range; nothing was
	 * sent
	 * @throws RedisUnavailableException if Redis granted too few ids in time; those that
	 * were taken already are never handed out again
	 * @throws IdSpaceException if the server's clock is outside the range of ids
	 */
	long[] nextIds(String key, int n);

	/**
	 * Returns the ids of one key, which saves the look-up.
	 * @param key see {@link #nextId(String)}
	 * @return always the same object for the same key
	 * @throws IllegalArgumentException if {@code key} is null, empty or too long
	 */
	IdSequence sequence(String key);

	/**
	 * Takes an id of this worker's layout and epoch apart. Sends nothing.
	 * @param id not negative
	 * @return the server's time of its block and its sequence number
	 * @throws IllegalArgumentException if {@code id} is negative or has more bits than
	 * the layout
	 */
	IdParts parse(long id);

	/**
	 * Returns an id as 13 characters of Crockford's base 32, which sort as the numbers do
	 * and have no letters that are mistaken for digits.
	 * @param id not negative
	 * @return digits and capital letters
	 * @throws IllegalArgumentException if {@code id} is negative
	 */
	default String text(long id) {
		return Crockford.encode(id);
	}

	/**
	 * Parses a result of {@link #text}. Small letters count as capital ones, {@code O} as
	 * zero, {@code I} and {@code L} as one.
	 * @param text 13 characters
	 * @return the id
	 * @throws IllegalArgumentException if {@code text} is null, has another length or
	 * another character, or is too great for an id
	 */
	default long fromText(String text) {
		return Crockford.decode(text);
	}

	/**
	 * When the ids of this worker's layout and epoch run out. A process that requests its
	 * first block of a key less than a year before that moment gets an
	 * {@link IdSpaceException}.
	 * @return the first instant that has no id any more
	 */
	Instant expiresAt();

}
