package io.github.rediscomponents.topic;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.RedisPort.ChannelListener;
import io.github.rediscomponents.support.RedisPort.Subscription;
import io.github.rediscomponents.support.RedisPort;

/**
 * The one subscription of this process to a channel, for all that listen to it.
 * Subscribing a second time would look like a reconnect to the first.
 */
final class TopicChannel implements ChannelListener {

	private final RedisPort redis;

	private final String name;

	private final List<TopicSubscriber<?>> subscribers = new CopyOnWriteArrayList<>();

	/** Orders subscribing and unsubscribing; never held while something blocks. */
	private final ReentrantLock lock = new ReentrantLock();

	private @Nullable Subscription subscription;

	/** Whether the present subscription has ever been in force. */
	private boolean active;

	TopicChannel(RedisPort redis, String name) {
		this.redis = redis;
		this.name = name;
	}

	void add(TopicSubscriber<?> subscriber) {
		this.lock.lock();
		try {
			this.subscribers.add(subscriber);
			if (this.subscription == null) {
				this.subscription = this.redis.subscribe(this.name, this);
			}
			else if (this.active) {
				subscriber.subscribed();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	void remove(TopicSubscriber<?> subscriber) {
		this.lock.lock();
		try {
			// One that is not in force yet ends when it is: its confirmation would
			// otherwise be taken for that of the next.
			if (this.subscribers.remove(subscriber) && this.active) {
				endUnused();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void endUnused() {
		Subscription present = this.subscription;
		if (this.subscribers.isEmpty() && present != null) {
			this.subscription = null;
			this.active = false;
			present.close();
		}
	}

	void closeAll() {
		this.subscribers.forEach(TopicSubscriber::close);
	}

	@Override
	public void message(byte[] message) {
		this.subscribers.forEach((subscriber) -> subscriber.offer(message));
	}

	@Override
	public void subscribed() {
		this.lock.lock();
		try {
			if (this.subscription != null) {
				this.active = true;
				this.subscribers.forEach(TopicSubscriber::subscribed);
				endUnused();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
