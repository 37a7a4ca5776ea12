// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.net.SocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.link.ConnectionName;
import io.github.rediscomponents.support.link.Refusals;
import io.github.rediscomponents.support.link.SharedConnection;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.support.port.CommandPort.Subscription;
import io.github.rediscomponents.support.server.RedisConnector;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.cluster.pubsub.StatefulRedisClusterPubSubConnection;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pub/sub connection and its listeners by channel. Lettuce reconnects and subscribes
 * again; when that takes longer than a moment, a new connection is made here, because
 * Lettuce's pauses grow, and it connects to only one of listed nodes. Connecting is
 * repeated until it works. A subscription that the server refuses, as it does when the
 * user lacks a right, is logged once for each reason and repeated after pauses that grow
 * from half a second to half a minute.
 */
final class Subscriptions implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Subscriptions.class);

	static final long RETRY_MILLIS = 500;

	private static final long DOWN_MILLIS = 2000;

	private final SharedConnection<StatefulRedisPubSubConnection<String, byte[]>> connection;

	private final Background background;

	private final Map<String, Channel> channels = new ConcurrentHashMap<>();

	/** Names the channel, of which there may be many. */
	private final FailureLog failures = new FailureLog(logger);

	/** The node of the connection; empty if it is unknown. */
	private volatile String node = "";

	private volatile boolean closed;

	Subscriptions(RedisConnector connector, Background background) {
		this.background = background;
		this.connection = new SharedConnection<>(connector::connectPubSub, (made) -> {
			ConnectionName.PUBSUB.give(made);
			made.addListener(new Dispatcher(made));
			made.addListener(new Watch(made));
			identify(made);
		}, background.workers());
	}

	Subscription add(String channel, ChannelListener listener) {
		while (true) {
			Channel joined = this.channels.computeIfAbsent(channel, (name) -> new Channel(name, this));
			if (joined.add(listener)) {
				return new Membership(joined, listener);
			}
		}
	}

	/**
	 * Subscribes everything on a new connection, because the primary has moved. The old
	 * one is closed first: a message that came on both would be delivered twice.
	 */
	void reconnect() {
		if (this.connection.discard()) {
			this.channels.values().forEach(Channel::startOver);
		}
	}

	/**
	 * Reads which node of a cluster a connection leads to, before it subscribes: after
	 * that RESP2 allows no other command.
	 */
	private void identify(StatefulRedisPubSubConnection<String, byte[]> made) {
		if (made instanceof StatefulRedisClusterPubSubConnection) {
			this.node = "";
			made.async().clusterMyId().whenComplete((id, failure) -> this.node = (failure == null) ? id : "");
		}
	}

	/**
	 * Moves to another node of a cluster if the present one serves no slots any more,
	 * because it left or is about to: one that is no longer in the cluster hears no
	 * messages.
	 * @param serving the nodes that serve slots, and their replicas
	 */
	void changed(Set<String> serving) {
		if (!serving.contains(this.node)) {
			reconnect();
		}
	}

	/** Subscribes everything on a new connection, not before a moment has passed. */
	void disconnect() {
		this.connection.release();
		later(() -> this.channels.values().forEach(Channel::startOver), RETRY_MILLIS);
	}

	/** Returns the connection, or the attempt to make it. */
	CompletableFuture<StatefulRedisPubSubConnection<String, byte[]>> connection() {
		return this.connection.get();
	}

	boolean isClosed() {
		return this.closed;
	}

	/** The last listener of a channel has left. */
	void gone(String name, Channel channel) {
		this.channels.remove(name, channel);
	}

	void listenerFailed(String channel, Throwable failure) {
		this.failures.warn(failure, "A listener of channel {} failed", channel);
	}

	void refused(String channel, RedisCommandExecutionException refusal) {
		this.failures.warn(refusal,
				"The server refuses the subscription to channel {}, because the Redis user {}; retrying."
						+ " Until it is granted, changes are noticed late",
				channel, Refusals.missing("SUBSCRIBE", channel, String.valueOf(refusal.getMessage())));
	}

	void later(Runnable task, long millis) {
		try {
			this.background.timer().schedule(task, millis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "Shut down while subscribing");
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.connection.close();
	}

	/**
	 * A listener of a channel, until it leaves.
	 */
	private final class Membership implements Subscription {

		private final Channel channel;

		private final ChannelListener listener;

		private final AtomicBoolean ended = new AtomicBoolean();

		Membership(Channel channel, ChannelListener listener) {
			this.channel = channel;
			this.listener = listener;
		}

		@Override
		public void renew() {
			if (!this.ended.get() && !Subscriptions.this.closed) {
				reconnect();
			}
		}

		@Override
		public void close() {
			if (this.ended.compareAndSet(false, true)) {
				this.channel.remove(this.listener);
			}
		}

	}

	private final class Dispatcher extends RedisPubSubAdapter<String, byte[]> {

		private final StatefulRedisPubSubConnection<String, byte[]> source;

		Dispatcher(StatefulRedisPubSubConnection<String, byte[]> source) {
			this.source = source;
		}

		@Override
		public void message(String channel, byte[] message) {
			Channel known = Subscriptions.this.channels.get(channel);
			if (known != null) {
				known.message(message);
			}
		}

		@Override
		public void subscribed(String channel, long count) {
			Channel known = Subscriptions.this.channels.get(channel);
			if (known != null) {
				known.subscribed(this.source);
			}
		}

	}

	/**
	 * Does not leave it to Lettuce alone when the connection stays down.
	 */
	private final class Watch implements RedisConnectionStateListener {

		private final StatefulRedisPubSubConnection<String, byte[]> watched;

		Watch(StatefulRedisPubSubConnection<String, byte[]> watched) {
			this.watched = watched;
		}

		@Override
		public void onRedisConnected(RedisChannelHandler<?, ?> handler, SocketAddress address) {
			// Lettuce has reconnected, perhaps to another node.
			identify(this.watched);
		}

		@Override
		public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
			Subscriptions.this.channels.values().forEach((channel) -> channel.lost(this.watched));
			if (Subscriptions.this.connection.isPresent(this.watched)) {
				later(() -> {
					if (!this.watched.isOpen() && Subscriptions.this.connection.isPresent(this.watched)) {
						reconnect();
					}
				}, DOWN_MILLIS);
			}
		}

	}

}
