package io.github.rediscomponents.support;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.RedisPort.ChannelListener;
import io.github.rediscomponents.support.RedisPort.Subscription;

/**
 * The pub/sub connection and who listens to what on it. Lettuce reconnects and subscribes
 * again; when that takes longer than a moment, a new connection is made here, because
 * Lettuce waits longer and longer, and knows only one of listed nodes. Connecting is
 * repeated until it works.
 */
final class Subscriptions implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(Subscriptions.class);

	private static final long RETRY_MILLIS = 500;

	private static final long DOWN_MILLIS = 2000;

	private final SharedConnection<StatefulRedisPubSubConnection<String, byte[]>> connection;

	private final Background background;

	private final Map<String, List<ChannelListener>> listeners = new ConcurrentHashMap<>();

	private volatile boolean closed;

	Subscriptions(RedisConnector connector, Background background) {
		this.background = background;
		this.connection = new SharedConnection<>(() -> {
			StatefulRedisPubSubConnection<String, byte[]> made = connector.connectPubSub();
			made.addListener(new Dispatcher());
			made.addListener(new Watch(made));
			return made;
		}, background.workers());
	}

	Subscription add(String channel, ChannelListener listener) {
		this.listeners.computeIfAbsent(channel, (name) -> new CopyOnWriteArrayList<>()).add(listener);
		subscribe(channel);
		return () -> remove(channel, listener);
	}

	private void subscribe(String channel) {
		if (this.closed || !this.listeners.containsKey(channel)) {
			return;
		}
		this.connection.get().thenCompose((made) -> made.async().subscribe(channel)).whenComplete((done, failure) -> {
			if (failure != null) {
				retry(channel, failure);
			}
		});
	}

	private void retry(String channel, Throwable failure) {
		logger.debug("Subscribing failed and will be repeated", failure);
		later(() -> subscribe(channel), RETRY_MILLIS);
	}

	private void later(Runnable task, long millis) {
		try {
			this.background.timer().schedule(task, millis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Shut down while subscribing", ex);
		}
	}

	private void remove(String channel, ChannelListener listener) {
		List<ChannelListener> remaining = this.listeners.computeIfPresent(channel, (name, known) -> {
			known.remove(listener);
			return known.isEmpty() ? null : known;
		});
		if (remaining == null && !this.closed) {
			this.connection.get().thenAccept((made) -> made.async().unsubscribe(channel));
		}
	}

	/**
	 * Subscribes everything on a new connection, because the primary has moved. The old
	 * one is closed first: a message that came on both would be heard twice.
	 */
	void reconnect() {
		if (this.connection.discard()) {
			this.listeners.keySet().forEach(this::subscribe);
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.connection.close();
	}

	private final class Dispatcher extends RedisPubSubAdapter<String, byte[]> {

		@Override
		public void message(String channel, byte[] message) {
			for (ChannelListener listener : Subscriptions.this.listeners.getOrDefault(channel, List.of())) {
				guarded(() -> listener.message(message));
			}
		}

		@Override
		public void subscribed(String channel, long count) {
			for (ChannelListener listener : Subscriptions.this.listeners.getOrDefault(channel, List.of())) {
				guarded(listener::subscribed);
			}
		}

		private void guarded(Runnable call) {
			try {
				call.run();
			}
			catch (RuntimeException ex) {
				logger.warn("A listener failed", ex);
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
		public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
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
