// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.net.SocketAddress;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.TrackingArgs;
import io.lettuce.core.api.AsyncCloseable;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.push.PushListener;
import io.lettuce.core.api.push.PushMessage;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.protocol.ProtocolVersion;

import io.github.rediscomponents.support.server.RedisConnector;

/**
 * Connections to all masters that exist at one moment, for what they push.
 */
final class TrackedMasters implements AsyncCloseable {

	private final StatefulConnection<String, byte[]> connection;

	private final Set<String> nodes;

	private final Events events;

	private TrackedMasters(StatefulConnection<String, byte[]> connection, Events events) {
		this.connection = connection;
		this.nodes = Link.on(connection).nodes();
		this.events = events;
	}

	/**
	 * Connects. Blocks.
	 * @throws UnsupportedOperationException if the client is configured for RESP2, in
	 * which nothing is pushed
	 */
	static TrackedMasters connect(RedisConnector connector, Events events) {
		StatefulConnection<String, byte[]> made = connector.connect();
		if (made.getOptions().getConfiguredProtocolVersion() == ProtocolVersion.RESP2) {
			made.closeAsync();
			throw new UnsupportedOperationException("The Redis client is configured for RESP2; tracking needs RESP3");
		}
		return new TrackedMasters(made, events);
	}

	Set<String> nodes() {
		return this.nodes;
	}

	/**
	 * Tracks keys on all masters.
	 * @param prefixes the beginnings of the keys
	 * @return completes when all masters have confirmed
	 */
	CompletionStage<Void> track(Set<String> prefixes) {
		if (this.connection instanceof StatefulRedisClusterConnection<String, byte[]> cluster) {
			return CompletableFuture.allOf(this.nodes.stream()
				.map((node) -> cluster.getConnectionAsync(node).thenCompose((made) -> track(made, prefixes)))
				.toArray(CompletableFuture<?>[]::new));
		}
		return track((StatefulRedisConnection<String, byte[]>) this.connection, prefixes);
	}

	private CompletionStage<Void> track(StatefulRedisConnection<String, byte[]> master, Set<String> prefixes) {
		master.addListener(new Pushes());
		master.addListener(new Watch());
		if (!master.isOpen()) {
			this.events.disconnected();
		}
		return master.async()
			.clientTracking(TrackingArgs.Builder.enabled().bcast().prefixes(prefixes.toArray(String[]::new)))
			.thenApply((done) -> null);
	}

	@Override
	public CompletableFuture<Void> closeAsync() {
		return this.connection.closeAsync();
	}

	/**
	 * What happens on the connections. Called on I/O threads.
	 */
	interface Events {

		void changed(String key);

		void flushed();

		/** One of the connections was lost; called for each. */
		void disconnected();

	}

	private final class Pushes implements PushListener {

		@Override
		public void onPushMessage(PushMessage message) {
			if (!"invalidate".equals(message.getType())) {
				return;
			}
			List<Object> content = message.getContent(StringCodec.UTF8::decodeKey);
			if (content.size() > 1 && content.get(1) instanceof List<?> keys) {
				keys.forEach((key) -> TrackedMasters.this.events.changed(String.valueOf(key)));
			}
			else {
				TrackedMasters.this.events.flushed();
			}
		}

	}

	private final class Watch implements RedisConnectionStateListener {

		@Override
		public void onRedisConnected(RedisChannelHandler<?, ?> handler, SocketAddress address) {
			// Of a connection that was lost before; without tracking.
			TrackedMasters.this.events.disconnected();
		}

		@Override
		public void onRedisDisconnected(RedisChannelHandler<?, ?> handler) {
			TrackedMasters.this.events.disconnected();
		}

	}

}
