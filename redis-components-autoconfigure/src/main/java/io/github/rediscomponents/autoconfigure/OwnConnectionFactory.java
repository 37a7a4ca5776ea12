// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.SslOptions;
import io.lettuce.core.cluster.ClusterClientOptions;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.support.server.RedisAddresses;

/**
 * A separate Lettuce client: for applications whose connection factory belongs to another
 * driver (Redisson, Jedis), and for a further Redis. Spring Data builds the client from
 * the configuration. It is not a bean, so it does not replace the application's factory.
 */
final class OwnConnectionFactory implements AutoCloseable {

	private final RedisAddresses addresses;

	// Boot's resources exist even if no factory uses them. Sharing them saves threads.
	private final @Nullable ClientResources resources;

	private final Lock making = new ReentrantLock();

	private final @Nullable String clientName;

	private @Nullable LettuceConnectionFactory factory;

	OwnConnectionFactory(RedisAddresses addresses, @Nullable ClientResources resources, @Nullable String clientName) {
		this.addresses = addresses;
		this.resources = resources;
		this.clientName = clientName;
	}

	AbstractRedisClient client() {
		this.making.lock();
		try {
			LettuceConnectionFactory known = this.factory;
			if (known == null) {
				known = new LettuceConnectionFactory(this.addresses.configuration(), clientConfiguration());
				known.afterPropertiesSet();
				this.factory = known;
			}
			return known.getRequiredNativeClient();
		}
		finally {
			this.making.unlock();
		}
	}

	private LettuceClientConfiguration clientConfiguration() {
		LettuceClientConfiguration.LettuceClientConfigurationBuilder client = LettuceClientConfiguration.builder();
		SslOptions ssl = this.addresses.ssl();
		if (ssl != null) {
			client.useSsl();
			client.clientOptions(options().sslOptions(ssl).build());
		}
		if (this.resources != null) {
			client.clientResources(this.resources);
		}
		if (this.clientName != null) {
			client.clientName(this.clientName);
		}
		return client.build();
	}

	private ClientOptions.Builder options() {
		return (this.addresses.configuration() instanceof RedisClusterConfiguration) ? ClusterClientOptions.builder()
				: ClientOptions.builder();
	}

	@Override
	public void close() {
		this.making.lock();
		try {
			if (this.factory != null) {
				this.factory.destroy();
			}
		}
		finally {
			this.making.unlock();
		}
	}

}
