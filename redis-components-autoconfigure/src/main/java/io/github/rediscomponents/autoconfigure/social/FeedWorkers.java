// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.social;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.social.Feed;

/**
 * Subscribes the feed's workers when the application has started and the feed has been
 * created. Started and stopped with the queue listeners, before the beans that the tasks
 * require stop.
 *
 * @since 1.0.0
 */
public final class FeedWorkers {

	private final ReentrantLock lock = new ReentrantLock();

	private final PropertySettings settings;

	/** The feeds, of which each Redis has one, and their workers. */
	private final Map<Feed, Optional<QueueSubscription>> feeds = new LinkedHashMap<>();

	private boolean running;

	/**
	 * Creates workers without a feed.
	 * @param settings source of the number of workers
	 */
	public FeedWorkers(PropertySettings settings) {
		this.settings = settings;
	}

	/**
	 * Starts workers for the tasks of a feed, or defers them until the application has
	 * started.
	 * @param made the feed
	 */
	public void workOn(Feed made) {
		this.lock.lock();
		try {
			this.feeds.putIfAbsent(made, Optional.empty());
			subscribe();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void subscribe() {
		if (this.running && !this.feeds.isEmpty()) {
			int workers = this.settings.properties(FeedProperties.PREFIX, FeedProperties.class).toWorkers();
			if (workers > 0) {
				this.feeds.replaceAll((feed, known) -> known.isPresent() ? known : Optional.of(feed.work(workers)));
			}
		}
	}

	/** Starts the workers of the feeds that exist and of later ones. */
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

	/** Ends the subscriptions of all workers. */
	public void stop() {
		this.lock.lock();
		try {
			this.running = false;
			this.feeds.replaceAll((feed, known) -> {
				known.ifPresent(QueueSubscription::close);
				return Optional.empty();
			});
		}
		finally {
			this.lock.unlock();
		}
	}

}
