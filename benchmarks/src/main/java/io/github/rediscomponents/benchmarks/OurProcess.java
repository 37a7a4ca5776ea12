// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;

import io.lettuce.core.RedisClient;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.server.RedisConnector;

/**
 * What our components need in a process.
 */
public final class OurProcess implements AutoCloseable {

	private final RedisClient client;

	public final Background background = new Background();

	public final KeySpace keys = new KeySpace("bench");

	public final CommandPort port;

	public OurProcess(String uri) {
		this.client = RedisClient.create(uri);
		this.port = CommandPort.open(RedisConnector.of(() -> this.client), this.background, Duration.ofSeconds(5));
	}

	public long pendingTimers() {
		return ((ScheduledThreadPoolExecutor) this.background.timer()).getQueue().size();
	}

	@Override
	public void close() {
		this.port.close();
		this.background.close();
		this.client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
	}

}
