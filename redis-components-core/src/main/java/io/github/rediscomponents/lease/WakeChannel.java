// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.support.port.CommandPort.Subscription;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The one channel on which this process is notified that a resource became free.
 * Subscribed at the first wait.
 *
 * @since 1.0.0
 */
public final class WakeChannel implements ChannelListener, AutoCloseable {

	private static final Subscription CLOSED = () -> {
	};

	private final CommandPort redis;

	private final String channel;

	private final Waiting waiting;

	private final QueuePolls polls;

	private final AtomicReference<@Nullable Subscription> subscription = new AtomicReference<>();

	WakeChannel(CommandPort redis, String channel, Waiting waiting, QueuePolls polls) {
		this.redis = redis;
		this.channel = channel;
		this.waiting = waiting;
		this.polls = polls;
	}

	void open() {
		if (this.subscription.get() == null) {
			Subscription mine = this.redis.subscribe(this.channel, this);
			if (!this.subscription.compareAndSet(null, mine)) {
				mine.close();
			}
		}
	}

	@Override
	public void message(byte[] message) {
		this.waiting.wake(new String(message, StandardCharsets.UTF_8));
	}

	// Messages may have been lost while nothing was subscribed.
	@Override
	public void subscribed() {
		this.waiting.wakeAll();
		this.polls.look();
	}

	@Override
	public void close() {
		Subscription open = this.subscription.getAndSet(CLOSED);
		if (open != null) {
			open.close();
		}
	}

}
