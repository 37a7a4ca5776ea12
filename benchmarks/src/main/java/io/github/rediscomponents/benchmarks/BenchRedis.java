// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.test.RedisServer;

/**
 * One real server, and a client of each kind on it.
 */
public final class BenchRedis implements AutoCloseable {

	public final RedisServer server = RedisServer.start();

	public final RedisClient client = RedisClient.create(this.server.uri());

	public final Background background = new Background();

	public final KeySpace keys = new KeySpace("bench");

	public final CommandPort port = CommandPort.open(RedisConnector.of(() -> this.client), this.background,
			Duration.ofSeconds(5));

	private @Nullable RedissonClient redisson;

	private @Nullable LettuceConnectionFactory factory;

	public StatefulRedisConnection<String, byte[]> connection() {
		return this.client.connect(RedisConnector.CODEC);
	}

	public RedissonClient redisson() {
		if (this.redisson == null) {
			Config config = new Config();
			config.useSingleServer().setAddress(this.server.uri());
			this.redisson = Redisson.create(config);
		}
		return this.redisson;
	}

	public LettuceConnectionFactory factory() {
		if (this.factory == null) {
			this.factory = new LettuceConnectionFactory(
					new RedisStandaloneConfiguration(this.server.host(), this.server.port()));
			this.factory.afterPropertiesSet();
		}
		return this.factory;
	}

	/** What the keys of a pattern take, all of them together. */
	public long bytesOf(String pattern) {
		return ((List<?>) Objects.requireNonNull(this.server.command("KEYS", pattern))).stream()
			.map((key) -> this.server.command("MEMORY", "USAGE", String.valueOf(key), "SAMPLES", "0"))
			.mapToLong((bytes) -> Long.parseLong(String.valueOf(bytes)))
			.sum();
	}

	@Override
	public void close() {
		if (this.redisson != null) {
			this.redisson.shutdown();
		}
		if (this.factory != null) {
			this.factory.destroy();
		}
		this.port.close();
		this.background.close();
		this.client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
		this.server.close();
	}

}
