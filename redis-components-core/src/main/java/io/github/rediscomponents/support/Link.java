package io.github.rediscomponents.support;

import java.util.Collection;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;

/**
 * The connected command connection. Lettuce reconnects by itself and holds commands back
 * meanwhile; when that takes longer than a grace period, callers fail at once instead of
 * each waiting for its time-out.
 */
final class Link {

	private final StatefulConnection<String, byte[]> connection;

	private final RedisClusterAsyncCommands<String, byte[]> commands;

	private final @Nullable CommandGroups groups;

	private volatile long downSince;

	private Link(StatefulConnection<String, byte[]> connection, RedisClusterAsyncCommands<String, byte[]> commands) {
		this.connection = connection;
		this.commands = commands;
		// On a cluster a node that does not answer must not hold back the others.
		this.groups = (connection instanceof StatefulRedisConnection) ? new CommandGroups(connection) : null;
	}

	static Link on(StatefulConnection<String, byte[]> connection) {
		if (connection instanceof StatefulRedisClusterConnection<String, byte[]> cluster) {
			return new Link(connection, cluster.async());
		}
		return new Link(connection, ((StatefulRedisConnection<String, byte[]>) connection).async());
	}

	RedisClusterAsyncCommands<String, byte[]> commands() {
		return this.commands;
	}

	boolean isCluster() {
		return this.connection instanceof StatefulRedisClusterConnection;
	}

	/**
	 * Sends a command, together with those of other threads when many are under way.
	 * @param command told by its own future what became of it
	 */
	void dispatch(AsyncCommand<String, byte[], ?> command) {
		if (this.groups != null) {
			this.groups.dispatch(command);
		}
		else {
			this.connection.dispatch(command);
		}
	}

	void dispatch(Collection<? extends RedisCommand<String, byte[], ?>> batch) {
		this.connection.dispatch(batch);
	}

	/**
	 * Refuses work when the connection has been down for longer than the grace period.
	 * @param graceNanos how long a reconnect may take before callers fail at once
	 */
	void checkUp(long graceNanos) {
		if (this.connection.isOpen()) {
			if (this.downSince != 0) {
				this.downSince = 0;
			}
			return;
		}
		long now = System.nanoTime();
		if (this.downSince == 0) {
			this.downSince = (now != 0) ? now : 1;
		}
		else if (now - this.downSince > graceNanos) {
			throw new RedisUnavailableException("The connection to Redis has been down for "
					+ TimeUnit.NANOSECONDS.toMillis(now - this.downSince) + " ms", Outcome.NOT_EXECUTED, null);
		}
	}

}
