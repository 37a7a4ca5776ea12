// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.topology;

import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.cluster.StatefulRedisClusterConnectionImpl;
import io.lettuce.core.cluster.pubsub.StatefulRedisClusterPubSubConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;

import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.support.server.ServerUse;

/**
 * Makes connections that follow a watch if they lead to a cluster.
 */
final class FollowingConnector implements RedisConnector {

	private static final long PATIENCE_SECONDS = 2;

	private final RedisConnector connector;

	private final TopologyWatch watch;

	/** Guards the first connection. */
	private final ReentrantLock lock = new ReentrantLock();

	private volatile boolean connected;

	FollowingConnector(RedisConnector connector, TopologyWatch watch) {
		this.connector = connector;
		this.watch = watch;
	}

	@Override
	public StatefulConnection<String, byte[]> connect() {
		StatefulConnection<String, byte[]> made = first(this.connector::connect);
		if (made instanceof StatefulRedisClusterConnectionImpl<?, ?> cluster) {
			this.watch.follow(cluster);
		}
		return made;
	}

	@Override
	public StatefulRedisPubSubConnection<String, byte[]> connectPubSub() {
		StatefulRedisPubSubConnection<String, byte[]> made = first(this.connector::connectPubSub);
		if (made instanceof StatefulRedisClusterPubSubConnection<?, ?> cluster) {
			this.watch.share(cluster.getPartitions());
		}
		return made;
	}

	@Override
	public boolean isServing() {
		return this.connector.isServing();
	}

	@Override
	public ServerUse use() {
		return this.connector.use();
	}

	@Override
	public Optional<String> likelyCause() {
		return this.connector.likelyCause();
	}

	/**
	 * Makes the first connection alone: two that are made together would each read the
	 * topology into a view of its own.
	 */
	private <C> C first(Supplier<C> connect) {
		if (this.connected) {
			return connect.get();
		}
		this.lock.lock();
		try {
			C made = connect.get();
			this.connected = true;
			return made;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Asks the known nodes first: Lettuce's own way waits for each that hangs.
	 */
	@Override
	public void refreshTopology() {
		if (!isRead()) {
			this.connector.refreshTopology();
		}
	}

	private boolean isRead() {
		try {
			return this.watch.missing().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return true;
		}
		catch (ExecutionException | TimeoutException ex) {
			return false;
		}
	}

	@Override
	public void close() {
		this.connector.close();
	}

}
