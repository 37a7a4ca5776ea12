// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.support.port.CommandPort.Subscription;
import io.github.rediscomponents.support.server.Failures;
import io.github.rediscomponents.support.server.RedisConnector;

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

	private static final long RETRY_MILLIS = 500;

	private static final long LONGEST_RETRY_MILLIS = 30_000;

	private static final long DOWN_MILLIS = 2000;

	private final SharedConnection<StatefulRedisPubSubConnection<String, byte[]>> connection;

	private final Background background;

	private final Map<String, Channel> channels = new ConcurrentHashMap<>();

	/** Names the channel, of which there may be many. */
	private final FailureLog failures = new FailureLog(logger);

	private volatile boolean closed;

	Subscriptions(RedisConnector connector, Background background) {
		this.background = background;
		this.connection = new SharedConnection<>(() -> {
			StatefulRedisPubSubConnection<String, byte[]> made = connector.connectPubSub();
			made.addListener(new Dispatcher(made));
			made.addListener(new Watch(made));
			return made;
		}, background.workers());
	}

	Subscription add(String channel, ChannelListener listener) {
		while (true) {
			Channel joined = this.channels.computeIfAbsent(channel, Channel::new);
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

	/** Subscribes everything on a new connection, not before a moment has passed. */
	void disconnect() {
		this.connection.release();
		later(() -> this.channels.values().forEach(Channel::startOver), RETRY_MILLIS);
	}

	private void refused(String channel, RedisCommandExecutionException refusal) {
		this.failures.warn(refusal, "The server refuses the subscription to channel {}; retrying."
				+ " Until it is granted, changes are noticed late", channel);
	}

	private void later(Runnable task, long millis) {
		try {
			this.background.timer().schedule(task, millis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("Shut down while subscribing", ex);
		}
	}

	@Override
	public void close() {
		this.closed = true;
		this.connection.close();
	}

	/**
	 * One channel: its listeners, and the command that was sent last. One command is
	 * under way at a time, and the next is chosen by the listeners at that time, so that
	 * none can overtake another.
	 */
	private final class Channel {

		private final String name;

		private final List<ChannelListener> listeners = new CopyOnWriteArrayList<>();

		/**
		 * Guards the following fields; listeners are notified of the subscription under
		 * it.
		 */
		private final ReentrantLock lock = new ReentrantLock();

		/** The connection on which SUBSCRIBE was sent, null if none. */
		private @Nullable StatefulRedisPubSubConnection<String, byte[]> on;

		/** Whether the server has confirmed, and the connection was not lost since. */
		private boolean active;

		private boolean busy;

		private boolean gone;

		/** How many connections there were before the present one. */
		private int era;

		/** How often the server has refused in a row. */
		private int refusals;

		Channel(String name) {
			this.name = name;
		}

		/** Returns whether this is still the channel of its name. */
		boolean add(ChannelListener listener) {
			return locked(() -> {
				if (this.gone) {
					return false;
				}
				this.listeners.add(listener);
				if (this.active) {
					// The other listeners were notified before.
					guarded(listener::subscribed);
				}
				reconcile();
				return true;
			});
		}

		void remove(ChannelListener listener) {
			locked(() -> {
				this.listeners.remove(listener);
				reconcile();
				return true;
			});
		}

		/** Subscribes or unsubscribes as the present listeners require. */
		private void reconcile() {
			boolean wanted = !this.listeners.isEmpty();
			if (this.busy || Subscriptions.this.closed) {
				return;
			}
			StatefulRedisPubSubConnection<String, byte[]> told = this.on;
			if (wanted && told == null) {
				this.busy = true;
				subscribe();
			}
			else if (!wanted && told != null) {
				this.busy = true;
				this.on = null;
				this.active = false;
				int began = this.era;
				told.async().unsubscribe(this.name).whenComplete((done, failure) -> settled(began));
			}
			else if (!wanted) {
				this.gone = true;
				Subscriptions.this.channels.remove(this.name, this);
			}
		}

		private void subscribe() {
			int began = this.era;
			Subscriptions.this.connection.get().thenCompose((made) -> {
				locked(() -> {
					this.on = (began == this.era) ? made : this.on;
					return true;
				});
				return made.async().subscribe(this.name);
			}).whenComplete((done, failure) -> {
				if (failure == null) {
					settled(began);
				}
				else {
					logger.debug("Subscribing failed and will be repeated", failure);
					later(() -> again(began), pause(failure));
				}
			});
		}

		/** A connection can be back at any moment; a right is rarely granted. */
		private long pause(Throwable failure) {
			if (!(Failures.unwrap(failure) instanceof RedisCommandExecutionException refusal)) {
				return RETRY_MILLIS;
			}
			refused(this.name, refusal);
			this.lock.lock();
			try {
				this.refusals = Math.min(this.refusals + 1, 10);
				return Math.min(RETRY_MILLIS << (this.refusals - 1), LONGEST_RETRY_MILLIS);
			}
			finally {
				this.lock.unlock();
			}
		}

		private void again(int began) {
			locked(() -> {
				if (began == this.era) {
					this.on = null;
					inactive();
				}
				return true;
			});
			settled(began);
		}

		private void settled(int began) {
			locked(() -> {
				if (began == this.era) {
					this.busy = false;
					reconcile();
				}
				return true;
			});
		}

		/** Moves to a new connection; pending calls on the old one are ignored. */
		void startOver() {
			locked(() -> {
				this.era++;
				this.refusals = 0;
				this.busy = false;
				this.on = null;
				inactive();
				reconcile();
				return true;
			});
		}

		private void inactive() {
			if (this.active) {
				this.active = false;
				this.listeners.forEach((listener) -> guarded(listener::lost));
			}
		}

		void subscribed(StatefulRedisPubSubConnection<String, byte[]> by) {
			locked(() -> {
				if (this.on == by && !this.active) {
					this.active = true;
					this.refusals = 0;
					this.listeners.forEach((listener) -> guarded(listener::subscribed));
				}
				return true;
			});
		}

		void lost(StatefulRedisPubSubConnection<String, byte[]> connection) {
			locked(() -> {
				if (this.on == connection) {
					inactive();
				}
				return true;
			});
		}

		void message(byte[] message) {
			for (ChannelListener listener : this.listeners) {
				guarded(() -> listener.message(message));
			}
		}

		private boolean locked(BooleanSupplier action) {
			this.lock.lock();
			try {
				return action.getAsBoolean();
			}
			finally {
				this.lock.unlock();
			}
		}

		private void guarded(Runnable call) {
			try {
				call.run();
			}
			catch (RuntimeException ex) {
				Subscriptions.this.failures.warn(ex, "A listener of channel {} failed", this.name);
			}
		}

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
