// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.social;

import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.social.Feed;

/**
 * Works on the tasks of the feed from the moment on at which both the application has
 * started and the feed was made, and no longer before anything that tasks need stops.
 *
 * @since 0.1.0
 */
public final class FeedWorkers implements SmartLifecycle {

	/** As with listeners of queues. */
	private static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 512;

	private final ReentrantLock lock = new ReentrantLock();

	private final PropertySettings settings;

	private @Nullable Feed feed;

	private @Nullable QueueSubscription subscription;

	private volatile boolean running;

	/**
	 * Creates what works on the tasks of the feed, once there is one.
	 * @param settings have the number of workers
	 */
	public FeedWorkers(PropertySettings settings) {
		this.settings = settings;
	}

	/**
	 * Begins to work on the tasks of a feed, or does so when the application has started.
	 * @param made the feed
	 */
	public void workOn(Feed made) {
		this.lock.lock();
		try {
			this.feed = made;
			subscribe();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void subscribe() {
		if (this.running && this.feed != null) {
			int workers = this.settings.properties(FeedProperties.PREFIX, FeedProperties.class).toWorkers();
			this.subscription = (workers > 0) ? this.feed.work(workers) : null;
		}
	}

	@Override
	public void start() {
		this.lock.lock();
		try {
			this.running = true;
			subscribe();
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void stop() {
		this.lock.lock();
		try {
			this.running = false;
			if (this.subscription != null) {
				this.subscription.close();
				this.subscription = null;
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
