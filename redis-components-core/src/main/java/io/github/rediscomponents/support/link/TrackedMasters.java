// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.link;

import java.net.SocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.server.RedisConnector;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.TrackingArgs;
import io.lettuce.core.api.AsyncCloseable;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.push.PushListener;
import io.lettuce.core.api.push.PushMessage;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.ClusterPartitionParser;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandType;

/**
 * Connections to all masters that exist at one moment, for what they push.
 */
public final class TrackedMasters implements AsyncCloseable {

	private static final Long RESP3 = 3L;

	private final StatefulConnection<String, byte[]> connection;

	private final Set<String> nodes;

	private final Events events;

	private final Map<String, StatefulRedisConnection<String, byte[]>> masters = new ConcurrentHashMap<>();

	private TrackedMasters(StatefulConnection<String, byte[]> connection, Events events) {
		this.connection = connection;
		this.nodes = Link.on(connection).nodes();
		this.events = events;
	}

	/**
	 * Connects to the masters that there are now. Blocks.
	 */
	public static TrackedMasters connect(RedisConnector connector, Events events) {
		connector.refreshTopology();
		return new TrackedMasters(connector.connect(), events);
	}

	public Set<String> nodes() {
		return this.nodes;
	}

	/**
	 * Connects to each master, and listens.
	 * @return completes exceptionally with an {@link UnsupportedOperationException} if a
	 * connection speaks RESP2, in which nothing is pushed
	 */
	public CompletionStage<Void> open() {
		if (this.connection instanceof StatefulRedisClusterConnection<String, byte[]> cluster) {
			return all(this.nodes,
					(node) -> cluster.getConnectionAsync(node).thenCompose((master) -> open(node, master)));
		}
		return open("", (StatefulRedisConnection<String, byte[]>) this.connection);
	}

	private CompletionStage<Void> open(String node, StatefulRedisConnection<String, byte[]> master) {
		master.addListener(new Pushes(node));
		master.addListener(new Watch());
		ConnectionName.TRACKING.give(master);
		if (!master.isOpen()) {
			this.events.disconnected();
		}
		this.masters.put(node, master);
		return master.async()
			.dispatch(CommandType.HELLO, new NestedMultiOutput<>(RedisConnector.CODEC))
			.thenAccept(TrackedMasters::checkProtocol);
	}

	/** The reply of HELLO has names and values in turn. */
	private static void checkProtocol(List<Object> reply) {
		for (int i = 0; i + 1 < reply.size(); i += 2) {
			if (reply.get(i) instanceof byte[] name && "proto".equals(Utf8.text(name))
					&& RESP3.equals(reply.get(i + 1))) {
				return;
			}
		}
		throw new UnsupportedOperationException("The connection to Redis speaks RESP2; tracking keys needs RESP3");
	}

	/**
	 * Tracks keys on all masters.
	 * @param prefixes the beginnings of keys that are not tracked yet
	 * @return completes when all masters have confirmed
	 */
	public CompletionStage<Void> track(Set<String> prefixes) {
		String[] beginnings = prefixes.toArray(String[]::new);
		return all(this.masters.values(), (master) -> Refusals
			.explained(master.async().clientTracking(TrackingArgs.Builder.enabled().bcast().prefixes(beginnings))));
	}

	/**
	 * Returns whether each master knows these masters and no others. Not only one of
	 * them: they hear of a change one after the other.
	 */
	public CompletionStage<Boolean> areAll() {
		if (!(this.connection instanceof StatefulRedisClusterConnection)) {
			return CompletableFuture.completedStage(true);
		}
		Set<String> unlike = ConcurrentHashMap.newKeySet();
		return all(this.masters.entrySet(),
				(master) -> Refusals.explained(master.getValue().async().clusterNodes()).thenAccept((view) -> {
					if (!this.nodes.equals(Link.masters(ClusterPartitionParser.parse(view)))) {
						unlike.add(master.getKey());
					}
				}))
			.thenApply((done) -> unlike.isEmpty());
	}

	private static <T> CompletionStage<Void> all(Collection<T> parts, Function<T, CompletionStage<?>> each) {
		return CompletableFuture.allOf(parts.stream()
			.map((part) -> each.apply(part).toCompletableFuture())
			.toArray(CompletableFuture<?>[]::new));
	}

	@Override
	public CompletableFuture<Void> closeAsync() {
		return this.connection.closeAsync();
	}

	/**
	 * What happens on the connections. Called on I/O threads.
	 */
	public interface Events {

		void changed(String node, String key);

		void flushed();

		/** One of the connections was lost; called for each. */
		void disconnected();

	}

	private final class Pushes implements PushListener {

		private final String node;

		Pushes(String node) {
			this.node = node;
		}

		@Override
		public void onPushMessage(PushMessage message) {
			if (!"invalidate".equals(message.getType())) {
				return;
			}
			List<Object> content = message.getContent(StringCodec.UTF8::decodeKey);
			if (content.size() > 1 && content.get(1) instanceof List<?> keys) {
				keys.forEach((key) -> TrackedMasters.this.events.changed(this.node, String.valueOf(key)));
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
