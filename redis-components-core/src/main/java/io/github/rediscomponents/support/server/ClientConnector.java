// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import java.util.function.Supplier;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

/**
 * Connects with a client that has the addresses.
 */
final class ClientConnector implements RedisConnector {

	private final Supplier<? extends AbstractRedisClient> client;

	private final IoThreads threads = new IoThreads();

	ClientConnector(Supplier<? extends AbstractRedisClient> client) {
		this.client = client;
	}

	private AbstractRedisClient client() {
		return this.threads.of(this.client.get());
	}

	@Override
	public StatefulConnection<String, byte[]> connect() {
		return (client() instanceof RedisClusterClient cluster) ? cluster.connect(CODEC)
				: ((RedisClient) client()).connect(CODEC);
	}

	@Override
	public StatefulRedisPubSubConnection<String, byte[]> connectPubSub() {
		return (client() instanceof RedisClusterClient cluster) ? cluster.connectPubSub(CODEC)
				: ((RedisClient) client()).connectPubSub(CODEC);
	}

	@Override
	public void refreshTopology() {
		if (client() instanceof RedisClusterClient cluster) {
			cluster.refreshPartitions();
		}
	}

	@Override
	public boolean isServing() {
		return this.threads.isOne();
	}

	@Override
	public void close() {
		this.threads.close();
	}

}
