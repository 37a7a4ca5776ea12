// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ApplicationContextEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.ContextRefreshedEvent;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Starts connecting when the application starts, without waiting for the connection.
 * Stops background work and connections after the web server and the application's
 * lifecycle beans have stopped, and before the connection factory (phase 0) shuts its
 * client down, also if the start fails in any phase. A context that is stopped or paused
 * but not closed reconnects when it starts again. Connections of a parent context stay
 * open.
 */
final class RedisComponentsLifecycle implements SmartLifecycle, ApplicationListener<ApplicationContextEvent> {

	private static final Logger logger = LoggerFactory.getLogger(RedisComponentsLifecycle.class);

	private static final int PHASE = 1024;

	private final CommandPort redis;

	private final Background background;

	private final ApplicationContext context;

	private final @Nullable Servers servers;

	/** Whether the connections belong to this context and not to its parent. */
	private final boolean owner;

	private volatile boolean running;

	/** Whether it ever started. */
	private volatile boolean started;

	/**
	 * The thread that starts the application, null once that is done. Spring publishes no
	 * event of a start that fails, and stops the beans on this thread.
	 */
	private volatile @Nullable Thread starting = Thread.currentThread();

	private volatile boolean closing;

	/**
	 * Creates the lifecycle.
	 * @param redis the connections to the Redis of the application
	 * @param background the threads of all components
	 * @param context the application
	 * @param servers the servers if there are several
	 */
	RedisComponentsLifecycle(RedisPort redis, Background background, ApplicationContext context,
			@Nullable Servers servers) {
		this.redis = CommandPort.of(redis);
		this.background = background;
		this.context = context;
		this.servers = servers;
		// Without those of the parent.
		this.owner = context.getBeanNamesForType(RedisPort.class, true, false).length > 0;
	}

	@Override
	public void start() {
		this.started = true;
		this.running = true;
		FirstPing.send(this.redis, this::isRunning, logger, "Cannot use Redis yet");
		if (this.servers != null) {
			this.servers.connect(this::isRunning);
		}
	}

	@Override
	public void onApplicationEvent(ApplicationContextEvent event) {
		if (event.getApplicationContext() == this.context) {
			if (event instanceof ContextRefreshedEvent) {
				this.starting = null;
			}
			this.closing |= event instanceof ContextClosedEvent;
		}
	}

	@Override
	public void stop() {
		this.running = false;
		if (isPaused()) {
			disconnect();
		}
		else {
			close();
		}
	}

	/** Whether a stop is neither that of a close nor that of a start that failed. */
	private boolean isPaused() {
		return !this.closing && this.starting != Thread.currentThread();
	}

	/**
	 * The connection factory shuts its client down, too, and creates another one when the
	 * context starts again.
	 */
	private void disconnect() {
		if (this.owner) {
			this.redis.disconnect();
		}
		if (this.servers != null) {
			this.servers.disconnect();
		}
	}

	private void close() {
		closeSenders();
		if (this.servers != null) {
			this.servers.closeComponents();
		}
		this.background.close();
		if (this.owner) {
			this.redis.close();
		}
		if (this.servers != null) {
			this.servers.closeConnections();
		}
	}

	/**
	 * Invalidations that failed are tried once more, and views that wait are counted,
	 * which needs the connection.
	 */
	private void closeSenders() {
		if (this.context.getAutowireCapableBeanFactory() instanceof ConfigurableListableBeanFactory beans) {
			Stream.of(CacheClient.class, ViewCounter.class)
				.flatMap((type) -> Stream.of(beans.getBeanNamesForType(type, false, false)))
				.filter(beans::containsSingleton)
				.forEach((name) -> close(name, (AutoCloseable) beans.getBean(name)));
		}
	}

	/** One that cannot be closed does not keep the others from it. */
	private static void close(String name, AutoCloseable sender) {
		try {
			sender.close();
		}
		catch (Exception | Error ex) {
			FailureLog.warnOnce(logger, ex, "Cannot close '{}'", name);
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

	/**
	 * Returns the part that closes at a start that fails in an earlier phase: Spring then
	 * stops the connection factory, and of the others those that are running.
	 */
	SmartLifecycle unstarted() {
		return new Unstarted(this);
	}

	/** Runs from its creation until the other one starts. */
	private static final class Unstarted implements SmartLifecycle {

		private final RedisComponentsLifecycle lifecycle;

		private volatile boolean stopped;

		Unstarted(RedisComponentsLifecycle lifecycle) {
			this.lifecycle = lifecycle;
		}

		@Override
		public boolean isAutoStartup() {
			return false;
		}

		@Override
		public void start() {
		}

		@Override
		public void stop() {
			if (this.lifecycle.isPaused()) {
				this.lifecycle.disconnect();
			}
			else {
				this.stopped = true;
				this.lifecycle.close();
			}
		}

		@Override
		public boolean isRunning() {
			return !this.stopped && !this.lifecycle.started;
		}

		@Override
		public int getPhase() {
			return PHASE;
		}

	}

}
