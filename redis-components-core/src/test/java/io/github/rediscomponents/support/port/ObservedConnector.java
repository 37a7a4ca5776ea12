// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.function.Consumer;

import io.lettuce.core.RedisClient;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.event.command.CommandListener;
import io.lettuce.core.event.command.CommandStartedEvent;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.server.RedisConnector;

/**
 * Lets a test see the command connection without using it.
 */
final class ObservedConnector implements RedisConnector, AutoCloseable {

	private final RedisClient client;

	private volatile @Nullable StatefulConnection<String, byte[]> made;

	ObservedConnector(String uri) {
		this.client = RedisClient.create(uri);
	}

	/** Before it is written, on the thread that writes it. */
	void beforeEach(Consumer<String> command) {
		this.client.addListener(new CommandListener() {
			@Override
			public void commandStarted(CommandStartedEvent event) {
				command.accept(event.getCommand().getType().toString());
			}
		});
	}

	boolean connected() {
		StatefulConnection<String, byte[]> connection = this.made;
		return connection != null && connection.isOpen();
	}

	@Override
	public StatefulConnection<String, byte[]> connect() {
		StatefulConnection<String, byte[]> connection = this.client.connect(CODEC);
		this.made = connection;
		return connection;
	}

	@Override
	public StatefulRedisPubSubConnection<String, byte[]> connectPubSub() {
		return this.client.connectPubSub(CODEC);
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

}
