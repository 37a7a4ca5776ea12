package io.github.rediscomponents.benchmarks;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;

import io.lettuce.core.RedisClient;

import io.github.rediscomponents.support.Background;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.RedisConnector;
import io.github.rediscomponents.support.RedisPort;

/**
 * What our components need in a process.
 */
final class OurProcess implements AutoCloseable {

	private final RedisClient client;

	final Background background = new Background();

	final KeySpace keys = new KeySpace("bench");

	final RedisPort port;

	OurProcess(String uri) {
		this.client = RedisClient.create(uri);
		this.port = RedisPort.open(RedisConnector.of(() -> this.client), this.background, Duration.ofSeconds(5));
	}

	long pendingTimers() {
		return ((ScheduledThreadPoolExecutor) this.background.timer()).getQueue().size();
	}

	@Override
	public void close() {
		this.port.close();
		this.background.close();
		this.client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
	}

}
