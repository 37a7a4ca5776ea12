// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.Attempt;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.support.server.Failures;

/**
 * One channel: its listeners, and the command that was sent last. One command is under
 * way at a time, and the next is chosen by the listeners at that time, so that none can
 * overtake another.
 */
final class Channel {

	private static final Logger logger = LoggerFactory.getLogger(Channel.class);

	private static final long LONGEST_RETRY_MILLIS = 30_000;

	private final String name;

	private final Subscriptions subscriptions;

	private final List<ChannelListener> listeners = new CopyOnWriteArrayList<>();

	/**
	 * Guards the following fields; listeners are notified of the subscription under it.
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

	Channel(String name, Subscriptions subscriptions) {
		this.name = name;
		this.subscriptions = subscriptions;
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
		if (this.busy || this.subscriptions.isClosed()) {
			return;
		}
		StatefulRedisPubSubConnection<String, byte[]> subscribed = this.on;
		if (wanted && subscribed == null) {
			this.busy = true;
			subscribe();
		}
		else if (!wanted && subscribed != null) {
			this.busy = true;
			this.on = null;
			this.active = false;
			int began = this.era;
			Attempt.of(() -> subscribed.async().unsubscribe(this.name)).whenComplete((done, failure) -> settled(began));
		}
		else if (!wanted) {
			this.gone = true;
			this.subscriptions.gone(this.name, this);
		}
	}

	private void subscribe() {
		int began = this.era;
		Attempt.of(this.subscriptions::connection).thenCompose((made) -> {
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
				FailureLog.debug(logger, failure, "Subscribing failed and will be repeated");
				this.subscriptions.later(() -> again(began), pause(failure));
			}
		});
	}

	/** A connection can be back at any moment; a right is rarely granted. */
	private long pause(Throwable failure) {
		if (!(Failures.unwrap(failure) instanceof RedisCommandExecutionException refusal)) {
			return Subscriptions.RETRY_MILLIS;
		}
		this.subscriptions.refused(this.name, refusal);
		this.lock.lock();
		try {
			this.refusals = Math.min(this.refusals + 1, 10);
			return Math.min(Subscriptions.RETRY_MILLIS << (this.refusals - 1), LONGEST_RETRY_MILLIS);
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
		catch (Throwable ex) {
			// The other listeners of the channel must be notified, too.
			this.subscriptions.listenerFailed(this.name, ex);
		}
	}

}
