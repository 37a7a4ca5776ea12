package io.github.rediscomponents.support;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;

/**
 * Commands and scripts that go out in one write. On a cluster they are spread over the
 * nodes by their keys, one write a node. Not atomic: each may succeed or fail alone.
 */
public interface RedisBatch {

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
	 * @param script which script
	 * @param keys its KEYS, all in one slot
	 * @param args its ARGV
	 * @param <T> what the reply becomes
	 * @return completes with the reply after {@link #flush()}
	 */
	<T extends @Nullable Object> CompletionStage<T> eval(LuaScript<T> script, String[] keys, byte[]... args);

	/**
	 * Sends what was added. Does not wait; what is not answered within the port's timeout
	 * from now completes with {@link RedisUnavailableException}.
	 */
	void flush();

	/**
	 * Waits for replies, for at most the port's timeout in all.
	 * @param replies what {@link #get} and {@link #eval} returned
	 * @param <T> what the replies become
	 * @return the replies in the same order; the first failure is thrown
	 */
	<T extends @Nullable Object> List<T> await(Collection<? extends CompletionStage<T>> replies);

}
