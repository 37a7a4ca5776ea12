// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;

import io.github.rediscomponents.autoconfigure.Servers;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;
import io.github.rediscomponents.autoconfigure.social.FeedWorkers;
import io.github.rediscomponents.queue.QueueSubscription;

/**
 * Starts the listeners when the application starts. Stops all consumers, including those
 * subscribed by code, before the web server, the executors and the connections stop:
 * deliveries end, messages that no handler has started are returned to their queue, and
 * running handlers complete and acknowledge their messages.
 *
 * @since 1.0.0
 */
public final class QueueLifecycle implements SmartLifecycle, SmartInitializingSingleton {

	/**
	 * Starts after the web server, and therefore stops before the web server, the
	 * executors and the connections.
	 */
	static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 512;

	private static final Logger logger = LoggerFactory.getLogger(QueueLifecycle.class);

	private final PropertySettings settings;

	private final QueueSources sources;

	private final QueueListeners listeners;

	private final FeedWorkers feeds;

	private final ConfigurableListableBeanFactory beans;

	private volatile boolean running;

	QueueLifecycle(ConfigurableListableBeanFactory beans, PropertySettings settings) {
		this.settings = settings;
		this.sources = new QueueSources(beans, settings);
		this.listeners = new QueueListeners(beans, this.sources);
		this.feeds = new FeedWorkers(settings);
		this.beans = beans;
	}

	QueueSources sources() {
		return this.sources;
	}

	/**
	 * Returns the workers of the feeds.
	 * @return the workers
	 */
	public FeedWorkers feeds() {
		return this.feeds;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (this.settings.isEnabled(QueueListenerProperties.PREFIX)) {
			this.listeners.find();
		}
		else {
			// Checked without listeners, too, because queues are drained in any case.
			drainTimeout();
		}
	}

	@Override
	public void start() {
		this.running = true;
		this.listeners.listen();
		this.feeds.start();
	}

	@Override
	public void stop() {
		long patience = drainTimeout().toNanos();
		long deadline = System.nanoTime() + patience;
		boolean clean = true;
		this.feeds.stop();
		List<QueueSource> used = this.sources.used();
		for (QueueSource source : used) {
			clean &= source.stop(left(deadline));
		}
		// The queues of a parent context go on without the listeners of this one.
		for (QueueSubscription other : this.listeners.endSubscriptions(used)) {
			clean &= other.stop(left(deadline));
		}
		Servers several = Servers.ownOf(this.beans);
		if (several != null) {
			clean &= several.stopQueues(left(deadline));
		}
		this.running = false;
		if (!clean) {
			logger.warn("Messages are not settled at the stop (drain-timeout {}) and will be delivered again",
					Duration.ofNanos(patience));
		}
	}

	private static Duration left(long deadline) {
		return Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
	}

	private Duration drainTimeout() {
		return this.settings.live(QueueListenerProperties.PREFIX, QueueListenerProperties.class).get();
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
