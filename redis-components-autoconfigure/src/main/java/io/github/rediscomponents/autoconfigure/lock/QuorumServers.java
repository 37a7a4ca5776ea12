// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.lock;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.autoconfigure.FirstPing;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.server.RedisConnector;
import io.github.rediscomponents.support.server.TlsMismatch;

/**
 * The connections to the servers of the quorum lock, which use a separate client. Starts
 * connecting when the application starts, without waiting for the connections.
 */
final class QuorumServers implements SmartLifecycle, AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(QuorumServers.class);

	// The phase of the components' other connections.
	private static final int PHASE = 1024;

	private static final Duration CONNECT = Duration.ofSeconds(2);

	private final RedisClient client;

	private final List<CommandPort> ports;

	private volatile boolean running;

	QuorumServers(List<RedisURI> uris, Duration timeout, Background background, @Nullable ClientResources resources) {
		this.client = (resources != null) ? RedisClient.create(resources) : RedisClient.create();
		// Commands to an unreachable server fail at once, because the other servers
		// decide.
		this.client.setOptions(ClientOptions.builder()
			.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
			.socketOptions(SocketOptions.builder().connectTimeout(CONNECT).build())
			.build());
		this.ports = uris.stream().map((uri) -> CommandPort.open(connector(uri), background, timeout)).toList();
	}

	private RedisConnector connector(RedisURI uri) {
		return new RedisConnector() {
			@Override
			public StatefulConnection<String, byte[]> connect() {
				return QuorumServers.this.client.connect(CODEC, uri);
			}

			@Override
			public StatefulRedisPubSubConnection<String, byte[]> connectPubSub() {
				return QuorumServers.this.client.connectPubSub(CODEC, uri);
			}

			@Override
			public Optional<String> likelyCause() {
				return new TlsMismatch(List.of(InetSocketAddress.createUnresolved(uri.getHost(), uri.getPort())),
						uri.isSsl(), "the scheme in redis-components.lock.quorum.nodes")
					.find();
			}
		};
	}

	List<CommandPort> ports() {
		return this.ports;
	}

	@Override
	public void start() {
		this.running = true;
		for (int i = 0; i < this.ports.size(); i++) {
			FirstPing.send(this.ports.get(i), this::isRunning, logger, "Cannot use server {} of the quorum lock yet",
					i + 1);
		}
	}

	@Override
	public void stop() {
		this.running = false;
		this.ports.forEach(CommandPort::disconnect);
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

	@Override
	public void close() {
		this.ports.forEach(CommandPort::close);
		this.client.shutdown(Duration.ZERO, CONNECT);
	}

}
