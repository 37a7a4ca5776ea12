// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisClient;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

/**
 * Makes calls on the threads that serve connections of a client.
 */
public final class IoThread {

	private IoThread() {
	}

	/**
	 * Makes a call where a message of a client arrives.
	 * @param publish sends a message to a channel
	 */
	public static <T> T run(AbstractRedisClient client, Consumer<String> publish, Callable<T> call) throws Exception {
		CompletableFuture<T> result = new CompletableFuture<>();
		try (StatefulRedisPubSubConnection<String, String> connection = connect(client)) {
			connection.addListener(new RedisPubSubAdapter<>() {
				@Override
				public void message(String channel, String message) {
					try {
						result.complete(call.call());
					}
					catch (Throwable ex) {
						result.completeExceptionally(ex);
					}
				}
			});
			String channel = "t" + UUID.randomUUID();
			connection.sync().subscribe(channel);
			publish.accept(channel);
			return result.get(40, TimeUnit.SECONDS);
		}
		catch (ExecutionException ex) {
			throw (ex.getCause() instanceof Exception cause) ? cause : ex;
		}
	}

	private static StatefulRedisPubSubConnection<String, String> connect(AbstractRedisClient client) {
		return (client instanceof RedisClusterClient cluster) ? cluster.connectPubSub()
				: ((RedisClient) client).connectPubSub();
	}

}
