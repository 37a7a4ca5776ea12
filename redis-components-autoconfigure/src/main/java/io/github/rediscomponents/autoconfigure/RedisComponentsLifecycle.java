package io.github.rediscomponents.autoconfigure;

import org.springframework.context.SmartLifecycle;

import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.RedisPort;

/**
 * Ends background work and connections after the web server and the application's own
 * lifecycle beans have stopped, and before the connection factory, whose phase is 0,
 * shuts its client down.
 */
final class RedisComponentsLifecycle implements SmartLifecycle {

	private static final int PHASE = 1024;

	private final RedisPort redis;

	private final Background background;

	private volatile boolean running;

	RedisComponentsLifecycle(RedisPort redis, Background background) {
		this.redis = redis;
		this.background = background;
	}

	@Override
	public void start() {
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
		this.background.close();
		this.redis.close();
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
