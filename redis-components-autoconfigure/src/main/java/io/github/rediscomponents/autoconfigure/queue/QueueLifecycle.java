// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;

/**
 * Starts the listeners once the application has started, and ends everything that
 * consumes, listeners or not, before anything else stops: nothing new is delivered,
 * messages that no handler has begun with are given back, running handlers end, and their
 * messages are acknowledged.
 */
final class QueueLifecycle implements SmartLifecycle, SmartInitializingSingleton {

	/**
	 * After the web server has started, and so before it and the executors stop; before
	 * the connections close, by far.
	 */
	static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 512;

	private static final Logger logger = LoggerFactory.getLogger(QueueLifecycle.class);

	private final PropertySettings settings;

	private final QueueSources sources;

	private final QueueListeners listeners;

	private volatile boolean running;

	QueueLifecycle(ConfigurableListableBeanFactory beans, PropertySettings settings) {
		this.settings = settings;
		this.sources = new QueueSources(beans, settings);
		this.listeners = new QueueListeners(beans, this.sources);
	}

	QueueSources sources() {
		return this.sources;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (this.settings.isEnabled(QueueListenerProperties.PREFIX)) {
			this.listeners.find();
		}
		else {
			// Checked nevertheless: queues are drained without listeners, too.
			drainTimeout();
		}
	}

	@Override
	public void start() {
		this.running = true;
		this.listeners.listen();
	}

	@Override
	public void stop() {
		long patience = drainTimeout().toNanos();
		long deadline = System.nanoTime() + patience;
		boolean clean = true;
		for (QueueSource source : this.sources.used()) {
			clean &= source.stop(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
		}
		this.running = false;
		if (!clean) {
			logger.warn("Messages that handlers still work on after {} will be delivered again",
					Duration.ofNanos(patience));
		}
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
