package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/**
 * Has listeners listen once the application has started, and ends everything that
 * consumes, listeners or not, before anything else stops: nothing new is delivered, what
 * no handler has begun with goes back, running handlers end, and what they did is
 * acknowledged.
 */
final class QueueLifecycle implements SmartLifecycle {

	/**
	 * After the web server has started, and so before it and the executors stop; before
	 * the connections close, by far.
	 */
	static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 512;

	private static final Logger logger = LoggerFactory.getLogger(QueueLifecycle.class);

	private final QueueListeners listeners;

	private final ObjectProvider<QueueSource> sources;

	private final Supplier<Duration> drainTimeout;

	private volatile boolean running;

	QueueLifecycle(QueueListeners listeners, ObjectProvider<QueueSource> sources, Supplier<Duration> drainTimeout) {
		this.listeners = listeners;
		this.sources = sources;
		this.drainTimeout = drainTimeout;
	}

	@Override
	public void start() {
		this.running = true;
		this.listeners.listen();
	}

	@Override
	public void stop() {
		long patience = this.drainTimeout.get().toNanos();
		long deadline = System.nanoTime() + patience;
		boolean clean = true;
		for (QueueSource source : this.sources.orderedStream().toList()) {
			clean &= source.stop(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
		}
		this.running = false;
		if (!clean) {
			logger.warn("Messages that handlers still work on after {} will be delivered again",
					Duration.ofNanos(patience));
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
