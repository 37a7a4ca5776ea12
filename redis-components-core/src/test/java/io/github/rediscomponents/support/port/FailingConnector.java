// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.test.RedisServer;

/**
 * Connects to one server. Scripts and batches fail with an Error instead of being handed
 * over to Lettuce, once a test says so.
 */
final class FailingConnector implements RedisConnector {

	private static final int NEVER = Integer.MAX_VALUE;

	private final RedisClient client = RedisClient.create();

	private final List<StatefulConnection<?, ?>> made = new CopyOnWriteArrayList<>();

	private final AtomicInteger passing = new AtomicInteger(NEVER);

	private final AtomicInteger useless = new AtomicInteger();

	private volatile RedisURI server;

	FailingConnector(RedisServer server) {
		this.server = RedisURI.create(server.uri());
	}

	/** Connects to another server from now on. */
	void lead(RedisServer other) {
		this.server = RedisURI.create(other.uri());
	}

	/** Makes connections that cannot be used. */
	void failUse(int connections) {
		this.useless.set(connections);
	}

	/** Returns how many connections were made. */
	int made() {
		return this.made.size();
	}

	/** Returns how many connections are open. */
	long open() {
		return this.made.stream().filter(StatefulConnection::isOpen).count();
	}

	/**
	 * Fails one of the next times.
	 * @param passing how many pass before
	 */
	void failAfter(int passing) {
		this.passing.set(passing);
	}

	@Override
	public StatefulConnection<String, byte[]> connect() {
		StatefulRedisConnection<String, byte[]> real = this.client.connect(CODEC, this.server);
		this.made.add(real);
		return failing(StatefulRedisConnection.class, real);
	}

	@Override
	public StatefulRedisPubSubConnection<String, byte[]> connectPubSub() {
		StatefulRedisPubSubConnection<String, byte[]> real = this.client.connectPubSub(CODEC, this.server);
		this.made.add(real);
		return failing(StatefulRedisPubSubConnection.class, real);
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

	@SuppressWarnings("unchecked")
	private <T> T failing(Class<?> type, Object real) {
		return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (self, method, args) -> {
			if (method.getName().equals("dispatch")) {
				pass();
			}
			if ((method.getName().equals("setTimeout") || method.getName().equals("addListener"))
					&& this.useless.getAndUpdate((left) -> Math.max(0, left - 1)) > 0) {
				throw new NoClassDefFoundError("lost");
			}
			try {
				Object result = method.invoke(real, args);
				return (method.getReturnType() == RedisAsyncCommands.class) ? failing(RedisAsyncCommands.class, result)
						: result;
			}
			catch (InvocationTargetException ex) {
				throw ex.getTargetException();
			}
		});
	}

	private void pass() {
		int left = this.passing.getAndUpdate((known) -> (known == NEVER || known == 0) ? NEVER : known - 1);
		if (left == 0) {
			throw new NoClassDefFoundError("lost");
		}
	}

}
