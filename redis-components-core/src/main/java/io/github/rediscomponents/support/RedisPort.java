package io.github.rediscomponents.support;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.RedisUnavailableException;

/**
 * All that the rooms see of Redis; the same for standalone, replicated and cluster. One
 * shared connection carries every command and script, a second one is opened for pub/sub
 * when something is first subscribed.
 *
 * <p>
 * Nothing is connected before it is needed. Every call fails with
 * {@link RedisUnavailableException} when no usable answer came within {@link #timeout()},
 * and with {@link RedisErrorException} when Redis refused it. A reply can be lost after
 * the server executed, and Lettuce repeats a command whose connection broke, so what is
 * sent must bear repetition.
 */
public interface RedisPort extends AutoCloseable {

	/**
	 * Opens a port on a Lettuce client.
	 * @param connector makes connections of the application's client
	 * @param background runs the connecting
	 * @param timeout the longest that one call may take, connecting included
	 * @return a port that is not connected yet
	 */
	static RedisPort open(RedisConnector connector, Background background, Duration timeout) {
		return LettuceRedisPort.open(connector, background, timeout);
	}

	/**
	 * Runs a script and waits for its reply. One EVALSHA, and one EVAL more when the
	 * server does not know the script yet.
	 * @param script which script
	 * @param keys its KEYS, all in one slot
	 * @param args its ARGV
	 * @param <T> what the reply becomes
	 * @return the reply; null only for a script of {@link LuaScript#bytes} that replied
	 * with nil
	 */
	<T extends @Nullable Object> T eval(LuaScript<T> script, String[] keys, byte[]... args);

	/**
	 * Runs a script without waiting.
	 * @param script which script
	 * @param keys its KEYS, all in one slot
	 * @param args its ARGV
	 * @param <T> what the reply becomes
	 * @return completes with the reply, or exceptionally as {@link #eval} throws (never
	 * with a wrapping exception)
	 */
	<T extends @Nullable Object> CompletionStage<T> evalAsync(LuaScript<T> script, String[] keys, byte[]... args);

	/**
	 * Sends a command and waits for its reply.
	 * @param command which command, of Lettuce's asynchronous interface
	 * @param <T> what the reply becomes
	 * @return the reply, null where the command replies with nil
	 */
	<T extends @Nullable Object> T call(
			Function<RedisClusterAsyncCommands<String, byte[]>, ? extends CompletionStage<T>> command);

	/**
	 * Sends a command without waiting.
	 * @param command which command, of Lettuce's asynchronous interface
	 * @param <T> what the reply becomes
	 * @return completes with the reply, or exceptionally as {@link #call} throws
	 */
	<T extends @Nullable Object> CompletionStage<T> callAsync(
			Function<RedisClusterAsyncCommands<String, byte[]>, ? extends CompletionStage<T>> command);

	/**
	 * Collects commands and scripts that are then sent in one flush.
	 * @return an empty batch, for use by one thread
	 */
	RedisBatch batch();

	/**
	 * Listens to a channel. The subscription survives reconnects; messages sent while the
	 * connection is down are lost, and {@link ChannelListener#subscribed()} tells when
	 * that can have happened.
	 * @param channel which channel
	 * @param listener called on an I/O thread: must not block
	 * @return ends the subscription when closed; subscribing goes on in the background if
	 * Redis cannot be reached now
	 */
	Subscription subscribe(String channel, ChannelListener listener);

	/**
	 * Tells which keys may stand in one script.
	 * @param key a key
	 * @return the key's slot on a cluster; always 0 where there are no slots, and before
	 * the first connection
	 */
	int slot(String key);

	/**
	 * The same port with another timeout.
	 * @param timeout the longest that one call may take
	 * @return a view that shares the connections; closing it does nothing
	 */
	RedisPort withTimeout(Duration timeout);

	/**
	 * The longest that one call may take.
	 * @return longer than zero
	 */
	Duration timeout();

	/** Closes the connections; the application's client stays open. */
	@Override
	void close();

	/** Hears a channel. */
	interface ChannelListener {

		/**
		 * A message came.
		 * @param message its bytes
		 */
		void message(byte[] message);

		/**
		 * The subscription is in force, for the first time or again after a reconnect.
		 */
		default void subscribed() {
		}

	}

	/** A running subscription. */
	interface Subscription extends AutoCloseable {

		@Override
		void close();

	}

}
