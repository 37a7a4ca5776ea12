// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import java.net.SocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import org.jspecify.annotations.Nullable;

/**
 * The threads that serve connections of a client. Each is known from the first connection
 * on that it makes or makes again, because Lettuce tells of it on that thread.
 */
final class IoThreads implements RedisConnectionStateListener, AutoCloseable {

	private final AtomicReference<@Nullable AbstractRedisClient> client = new AtomicReference<>();

	private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

	/**
	 * Listens to a client, and no more to the one before.
	 */
	<C extends AbstractRedisClient> C of(C present) {
		if (this.client.get() != present) {
			AbstractRedisClient before = this.client.getAndSet(present);
			if (before != present) {
				leave(before);
				present.addListener(this);
			}
		}
		return present;
	}

	/**
	 * Returns whether the calling thread is one.
	 */
	boolean isOne() {
		return this.threads.contains(Thread.currentThread());
	}

	@Override
	public void onRedisConnected(RedisChannelHandler<?, ?> connection, SocketAddress address) {
		this.threads.add(Thread.currentThread());
	}

	private void leave(@Nullable AbstractRedisClient before) {
		if (before != null) {
			before.removeListener(this);
		}
		this.threads.clear();
	}

	@Override
	public void close() {
		leave(this.client.getAndSet(null));
	}

}
