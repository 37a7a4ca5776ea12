// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.fencing;

import java.time.Duration;
import java.util.Optional;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Values in Redis, each with the largest fencing token that it has seen. A write with a
 * smaller token is refused. Safe for use by any number of threads.
 *
 * <p>
 * Key: {@code <prefix>:fenced:{<name>}} (hash: {@code t} the largest token, {@code v} the
 * value, {@code e} when the value ends). A value ends after its time to live, counted
 * from its last {@link #set}; its token is remembered for the retention longer, also
 * after {@link #delete}. A writer that was paused for longer than the retention is not
 * refused any more: choose one that is longer than any pause.
 *
 * <p>
 * A holder that reads, computes and writes under a lock should {@link #raise} first:
 * otherwise an earlier holder can still write between the reading and the writing.
 *
 * <p>
 * Guarantee: while the Redis primary keeps its data, the tokens of successful writes of a
 * name never go down. A failover that forgets the latest writes forgets their tokens too.
 * If the lock and the value live on the same Redis, both are forgotten together; a fence
 * that must survive that belongs into the database, see {@link SqlFence}.
 *
 * <p>
 * Cost: one script and one round trip each. Every operation bears repetition. Methods
 * throw {@link RedisUnavailableException} when no answer came in time (the write may or
 * may not have been done, and can be repeated with the same token) and
 * {@link RedisCommandException} when the key holds something else (nothing was changed).
 *
 * @param <T> the type of the values
 * @since 1.0.0
 */
public interface FencedValues<T> {

	/**
	 * Creates the values of one type. Nothing is sent before one is used.
	 * @param redis the port to Redis
	 * @param keys builds the keys
	 * @param codec turns values into bytes
	 * @param timeToLive how long a value is kept after it was last set, 1 ms to 365 days
	 * @param tokenRetention how much longer its token is kept, 1 min to 365 days
	 * @param <T> the type of the values
	 * @return the values
	 * @throws IllegalArgumentException if something is null or out of range
	 */
	static <T> FencedValues<T> create(RedisPort redis, KeySpace keys, ValueCodec<T> codec, Duration timeToLive,
			Duration tokenRetention) {
		return new RedisFencedValues<>(Checks.notNull("CommandPort.of(redis)", CommandPort.of(redis)),
				Checks.notNull("keys", keys), Checks.notNull("codec", codec),
				Checks.between("timeToLive", timeToLive, Duration.ofMillis(1), Duration.ofDays(365)),
				Checks.between("tokenRetention", tokenRetention, Duration.ofMinutes(1), Duration.ofDays(365)));
	}

	/**
	 * Writes a value.
	 * @param name name of the value, 1 to 512 characters
	 * @param value the value
	 * @param token a fencing token, from 1 to 2<sup>53</sup>
	 * @return {@link FencedWrite#WRITTEN} or {@link FencedWrite#REFUSED}
	 * @throws IllegalArgumentException if an argument is null or out of range; nothing
	 * was sent
	 * @throws CodecException if the value cannot be written; nothing was sent
	 */
	FencedWrite set(String name, T value, long token);

	/**
	 * Removes a value and remembers the token.
	 * @param name name of the value, 1 to 512 characters
	 * @param token a fencing token, from 1 to 2<sup>53</sup>
	 * @return {@link FencedWrite#WRITTEN}, also if there was no value, or
	 * {@link FencedWrite#REFUSED}
	 * @throws IllegalArgumentException if an argument is out of range; nothing was sent
	 */
	FencedWrite delete(String name, long token);

	/**
	 * Refuses older tokens from now on and leaves the value as it is.
	 * @param name name of the value, 1 to 512 characters
	 * @param token a fencing token, from 1 to 2<sup>53</sup>
	 * @return {@link FencedWrite#WRITTEN}, also if there is no value, or
	 * {@link FencedWrite#REFUSED}
	 * @throws IllegalArgumentException if an argument is out of range; nothing was sent
	 */
	FencedWrite raise(String name, long token);

	/**
	 * Reads a value.
	 * @param name name of the value, 1 to 512 characters
	 * @return the value with the largest token; empty if there is none
	 * @throws IllegalArgumentException if the name is out of range; nothing was sent
	 * @throws CodecException if the bytes are not a value of this type
	 */
	Optional<FencedValue<T>> get(String name);

}
