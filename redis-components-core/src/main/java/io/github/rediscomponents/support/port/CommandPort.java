// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.OperationObserver;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Spans;
import io.github.rediscomponents.support.Troubled;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.link.KeyTracking;
import io.github.rediscomponents.support.server.Failures;
import io.github.rediscomponents.support.server.RedisConnector;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

/**
 * All that the rooms see of Redis; the same for standalone, replicated and cluster. One
 * shared connection carries every command and script, a second one is opened for pub/sub
 * when something is first subscribed.
 *
 * <p>
 * Nothing is connected before it is needed. Every call fails with
 * {@link RedisUnavailableException} when no usable answer came within {@link #timeout()},
 * and with {@link RedisCommandException} when Redis refused it. A reply can be lost after
 * the server executed, and Lettuce repeats a command whose connection broke, so what is
 * sent must bear repetition.
 *
 * @since 1.0.0
 */
public interface CommandPort extends RedisPort, Troubled {

	/**
	 * Returns the working interface of a port.
	 * @param port a port that {@link #open} made, a view or a wrapper of one
	 * @return the same object
	 * @throws IllegalArgumentException if the port is of another implementation
	 */
	static CommandPort of(RedisPort port) {
		if (Checks.notNull("redis", port) instanceof CommandPort commands) {
			return commands;
		}
		throw new IllegalArgumentException("redis must come from RedisComponents, was " + port.getClass().getName());
	}

	/**
	 * Returns what is unwell in the components of this Redis. Views share it.
	 * @return the same object for each view
	 */
	@Override
	Troubles troubles();

	/**
	 * Returns what begins the spans of the components of this Redis. Views share it.
	 * @return the same object for each view
	 */
	Spans spans();

	/**
	 * Opens a port on a Lettuce client.
	 * @param connector makes connections of the application's client
	 * @param background runs the connecting
	 * @param timeout the longest that one call may take, connecting included
	 * @return a port that is not connected yet
	 */
	static CommandPort open(RedisConnector connector, Background background, Duration timeout) {
		return LettuceRedisPort.open(connector, background, timeout);
	}

	/**
	 * Runs a script and waits for its reply. One EVALSHA, and one EVAL more when the
	 * server does not know the script yet.
	 * @param script the script
	 * @param keys its KEYS, all in one slot
	 * @param args its ARGV
	 * @param <T> the type of the converted reply
	 * @return the reply; null only for a script of {@link LuaScript#bytes} that replied
	 * with nil
	 */
	<T extends @Nullable Object> T eval(LuaScript<T> script, String[] keys, byte[]... args);

	/**
	 * Runs a script without waiting.
	 * @param script the script
	 * @param keys its KEYS, all in one slot
	 * @param args its ARGV
	 * @param <T> the type of the converted reply
	 * @return completes with the reply, or exceptionally as {@link #eval} throws (never
	 * with a wrapping exception)
	 */
	<T extends @Nullable Object> CompletionStage<T> evalAsync(LuaScript<T> script, String[] keys, byte[]... args);

	/**
	 * Runs a script, and waits until replicas have acknowledged its writes
	 * ({@code WAIT}). Not a transaction: a script that too few replicas acknowledged has
	 * run and stays, and acknowledged writes can still be lost when a replica is promoted
	 * that did not have them. It makes that rarer.
	 *
	 * <p>
	 * EVALSHA and WAIT go out in one flush, on a connection of their own that is opened
	 * when first used (on a cluster one to each node that is used), because WAIT blocks
	 * the connection. Calls that come while an earlier WAIT is under way go out together
	 * after it, with one WAIT for all.
	 * @param script the script
	 * @param keys its KEYS, all in one slot
	 * @param minReplicas how many replicas to wait for, at least 1
	 * @param wait how long to wait for them, in whole milliseconds, at least one; an
	 * answer comes earlier when enough have acknowledged
	 * @param args its ARGV
	 * @param <T> the type of the converted reply
	 * @return the reply, and how many replicas had acknowledged by then: 0 when there are
	 * none
	 * @throws RedisUnavailableException if no answer came within {@link #timeout()} plus
	 * three times {@code wait} (for earlier calls, for itself, and once more when the
	 * server has not cached the script), or when the connection was lost before the
	 * replicas had answered; {@link RedisUnavailableException#outcome()} states whether
	 * the script can have run
	 */
	default <T extends @Nullable Object> Replicated<T> evalReplicated(LuaScript<T> script, String[] keys,
			int minReplicas, Duration wait, byte[]... args) {
		checkMayWait();
		try {
			return evalReplicatedAsync(script, keys, minReplicas, wait, args).toCompletableFuture().join();
		}
		catch (CompletionException ex) {
			throw Failures.translate(ex);
		}
	}

	/**
	 * Runs a script and requests acknowledgement of replicas, without blocking.
	 * @param script the script
	 * @param keys its KEYS, all in one slot
	 * @param minReplicas see {@link #evalReplicated}
	 * @param wait see {@link #evalReplicated}
	 * @param args its ARGV
	 * @param <T> the type of the converted reply
	 * @return completes as {@link #evalReplicated} returns, or exceptionally as it throws
	 * (never with a wrapping exception)
	 */
	<T extends @Nullable Object> CompletionStage<Replicated<T>> evalReplicatedAsync(LuaScript<T> script, String[] keys,
			int minReplicas, Duration wait, byte[]... args);

	/**
	 * Sends a command and waits for its reply.
	 * @param command which command, of Lettuce's asynchronous interface
	 * @param <T> the type of the converted reply
	 * @return the reply, null where the command replies with nil
	 */
	<T extends @Nullable Object> T call(
			Function<RedisClusterAsyncCommands<String, byte[]>, ? extends CompletionStage<T>> command);

	/**
	 * Sends a command without waiting.
	 * @param command which command, of Lettuce's asynchronous interface
	 * @param <T> the type of the converted reply
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
	 * Prepares a batch without waiting for the first connection.
	 * @return completes with an empty batch, for use by one thread, or exceptionally with
	 * {@link RedisUnavailableException}
	 */
	CompletionStage<RedisBatch> batchAsync();

	/**
	 * Rejects a thread that serves connections of the client, before it waits for what it
	 * may have to read itself. Each call of this port that waits does so.
	 * @throws IllegalStateException if the calling thread is one
	 */
	default void checkMayWait() {
		if (!mayWait()) {
			throw new IllegalStateException("A thread that serves connections to Redis must not wait for Redis,"
					+ " because it may have to read the reply itself: go on with another thread, for example by"
					+ " thenApplyAsync or publishOn, or make the call without blocking");
		}
	}

	/**
	 * Returns whether the calling thread may wait for Redis.
	 * @return false if it serves connections of the client
	 */
	boolean mayWait();

	/**
	 * Runs what comes after a reply and reaches into the application, on a thread that
	 * serves no connections; on the calling one after the shutdown. It must not block.
	 * @param step what comes next
	 */
	void handOver(Runnable step);

	/**
	 * Listens to a channel. The subscription survives reconnects; messages sent while the
	 * connection is down are lost, and {@link ChannelListener#subscribed()} is called
	 * when that can have happened.
	 * @param channel which channel
	 * @param listener called on an I/O thread: must not block
	 * @return ends the subscription when closed; subscribing goes on in the background if
	 * Redis cannot be reached now
	 */
	Subscription subscribe(String channel, ChannelListener listener);

	/**
	 * Prepares blocking reads of streams on a connection of their own.
	 * @return not connected yet; to be closed by the caller
	 */
	StreamReads streamReads();

	/**
	 * Prepares hearing of changes of keys on connections of their own.
	 * @param listener hears of them
	 * @return not connected yet; to be closed by the caller
	 */
	KeyTracking tracking(KeyTracking.Listener listener);

	/**
	 * Returns the slot of a key; keys of one slot may be in one script.
	 * @param key a key
	 * @return the key's slot on a cluster; always 0 where there are no slots, and before
	 * the first connection
	 */
	int slot(String key);

	/**
	 * Returns the node that serves a key, so that one that does not answer need not count
	 * against the others.
	 * @param key a key
	 * @return identifies the node as long as it serves the key; empty where all keys have
	 * one node, before the first connection, and while no node is known
	 */
	default String node(String key) {
		return "";
	}

	/**
	 * Returns the nodes that serve keys, by the topology that is known now.
	 * @return what {@link #node} returns for the keys of all slots; one empty text where
	 * all keys have one node, and before the first connection
	 */
	default Set<String> nodes() {
		return Set.of("");
	}

	/**
	 * The same port with another timeout.
	 * @param timeout the longest that one call may take
	 * @return a view that shares the connections; closing it does nothing
	 */
	CommandPort withTimeout(Duration timeout);

	/**
	 * The same port, whose {@link #eval} and {@link #evalAsync} fail with
	 * {@link RedisUnavailableException} and an unknown outcome when too few replicas
	 * acknowledged the writes of the script: it has run then. See
	 * {@link #evalReplicated}.
	 * @param minReplicas how many replicas are enough, at least 1
	 * @param wait how long to wait for them
	 * @return a view that shares the connections; closing it does nothing
	 */
	default CommandPort withReplicas(int minReplicas, Duration wait) {
		return new ReplicatedPort(this, minReplicas, wait);
	}

	/**
	 * Returns a view of this port that reports the outcome of each script and command to
	 * an observer.
	 * @param component the component that uses it, named as its properties
	 * @param observer receives the outcome of each operation
	 * @return a view that shares the connections; closing it does nothing
	 */
	default CommandPort observed(String component, OperationObserver observer) {
		return (observer != OperationObserver.NONE) ? new ObservedPort(this, component, observer) : this;
	}

	/**
	 * Returns the longest that one call may take.
	 * @return longer than zero
	 */
	Duration timeout();

	/**
	 * Looks for a reason that Redis cannot be reached which the failure does not name.
	 * Does not block.
	 * @return completes with what is wrong and what to change, empty if nothing is known
	 */
	default CompletionStage<Optional<String>> likelyCause() {
		return CompletableFuture.completedStage(Optional.empty());
	}

	/**
	 * Closes all connections; the next use opens new ones. Called when the client of the
	 * application is stopped and may be started again. Pending calls fail as after the
	 * loss of a connection; subscriptions are restored as soon as possible.
	 */
	void disconnect();

	/** Closes the connections; the application's client stays open. */
	@Override
	void close();

	/** Receives the messages of a channel. */
	interface ChannelListener {

		/**
		 * A message came.
		 * @param message its bytes
		 */
		void message(byte[] message);

		/**
		 * The subscription is in force, for the first time or again after a reconnect.
		 * Called with the channel locked: takes no lock that a thread holds while it
		 * subscribes to the channel or ends a subscription.
		 */
		default void subscribed() {
		}

		/**
		 * The subscription is no longer in force: messages are missed from now on, until
		 * {@link #subscribed()} is called again. Called with the channel locked, as that
		 * method is. A connection that hangs is not noticed.
		 */
		default void lost() {
		}

	}

	/** A running subscription. */
	interface Subscription extends AutoCloseable {

		/**
		 * Subscribes this channel, and all others of the port, on a new connection: for
		 * when messages that were sent do not arrive. Does not block.
		 */
		default void renew() {
		}

		@Override
		void close();

	}

}
