// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.benchmarks.lock;

import java.net.URI;
import java.time.Duration;

import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/**
 * A lock registry of Spring Integration.
 */
final class SpringIntegrationContender implements Contender {

	private final LettuceConnectionFactory factory;

	private final RedisLockRegistry registry;

	SpringIntegrationContender(String uri, Duration lease, RedisLockType type) {
		URI where = URI.create(uri);
		this.factory = new LettuceConnectionFactory(new RedisStandaloneConfiguration(where.getHost(), where.getPort()));
		this.factory.afterPropertiesSet();
		this.registry = new RedisLockRegistry(this.factory, type.name(), lease.toMillis());
		this.registry.setRedisLockType(type);
	}

	@Override
	public Turn turn(String name, int permits) {
		return new LockTurn(this.registry.obtain(name));
	}

	@Override
	public long pendingTimers() {
		throw new UnsupportedOperationException("It renews only when it is given a scheduler");
	}

	@Override
	public void close() {
		this.registry.destroy();
		this.factory.destroy();
	}

}
