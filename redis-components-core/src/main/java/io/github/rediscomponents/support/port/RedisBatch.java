// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * Commands and scripts that go out together. Up to {@value #CHUNK_COMMANDS} of them, with
 * {@value #CHUNK_BYTES} bytes of keys and arguments, are a chunk, which is one write; on
 * a cluster one write a node. A larger batch goes out chunk by chunk, the next one when
 * the earlier one is answered. Not atomic: each command may succeed or fail alone.
 *
 * @since 1.0.0
 */
public interface RedisBatch {

	/** The most commands that go out in one write. */
	int CHUNK_COMMANDS = 1024;

	/** The bytes of keys and arguments after which a chunk takes no further command. */
	int CHUNK_BYTES = 256 * 1024;

	/**
	 * Adds a GET.
	 * @param key which key
	 * @return completes with the value or null after {@link #flush()}
	 */
	CompletionStage<byte @Nullable []> get(String key);

	/**
	 * Adds a BITFIELD.
	 * @param key which key
	 * @param args its subcommands
	 * @return completes with a {@link Long} for each that replies, after {@link #flush()}
	 */
	CompletionStage<List<Object>> bitfield(String key, byte[]... args);

	/**
	 * Adds a script.
	 * @param script the script
	 * @param keys its KEYS, all in one slot
	 * @param args its ARGV
	 * @param <T> the type of the converted reply
	 * @return completes with the reply after {@link #flush()}
	 */
	<T extends @Nullable Object> CompletionStage<T> eval(LuaScript<T> script, String[] keys, byte[]... args);

	/**
	 * Sends the added commands. Does not wait. A chunk that is not answered within the
	 * port's timeout, counted from when it was sent, ends the batch: its commands
	 * complete with {@link RedisUnavailableException} and an unknown outcome, those of
	 * later chunks are not sent and complete as not executed. A command that Redis
	 * refuses fails alone.
	 */
	void flush();

	/**
	 * Waits for the replies to a batch of one item a command.
	 * @param replies the results of {@link #get} and {@link #eval}, all of which are
	 * waited for; each chunk may take the port's timeout
	 * @param <T> the type of the converted replies
	 * @return the replies in the same order; the first failure is thrown, with the
	 * {@linkplain RedisComponentsException#progress() progress} of the batch if it has
	 * more than one item
	 */
	default <T extends @Nullable Object> List<T> await(Collection<? extends CompletionStage<T>> replies) {
		return await(replies, (index) -> 1);
	}

	/**
	 * Waits for the replies to a batch of several items a command.
	 * @param replies see {@link #await(Collection)}
	 * @param items how many items of the caller a command has, by its index
	 * @param <T> the type of the converted replies
	 * @return see {@link #await(Collection)}
	 */
	default <T extends @Nullable Object> List<T> await(Collection<? extends CompletionStage<T>> replies,
			IntUnaryOperator items) {
		return await(replies, items, (reply) -> true);
	}

	/**
	 * Waits for the replies to a batch of several items a command, each of which may say
	 * that it did nothing.
	 * @param replies see {@link #await(Collection)}
	 * @param items how many items of the caller a command has, by its index
	 * @param done whether a reply says that the items of the command were done
	 * @param <T> the type of the converted replies
	 * @return see {@link #await(Collection)}
	 */
	<T extends @Nullable Object> List<T> await(Collection<? extends CompletionStage<T>> replies, IntUnaryOperator items,
			Predicate<? super T> done);

}
