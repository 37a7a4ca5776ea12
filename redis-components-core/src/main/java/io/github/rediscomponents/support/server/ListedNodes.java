// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisConnectionException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.Checks;

/**
 * Finds the primary among listed nodes by querying all of them at the same time, so that
 * one that hangs delays nothing. A primary that has replicas is taken at once. One that
 * has none may be an old one that came back alone: it is taken when the others have
 * answered, or after a moment.
 */
final class ListedNodes implements RedisConnector {

	private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

	private static final long MOMENT_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final Supplier<RedisClient> client;

	private final IoThreads threads = new IoThreads();

	private final List<RedisURI> nodes;

	ListedNodes(Supplier<RedisClient> client, List<RedisURI> nodes) {
		Checks.isTrue(!nodes.isEmpty(), "nodes must not be empty");
		this.client = client;
		this.nodes = List.copyOf(nodes);
	}

	private RedisClient client() {
		return this.threads.of(this.client.get());
	}

	@Override
	public StatefulConnection<String, byte[]> connect() {
		return primary().connection();
	}

	@Override
	public StatefulRedisPubSubConnection<String, byte[]> connectPubSub() {
		Node primary = primary();
		primary.connection().closeAsync();
		return client().connectPubSub(CODEC, primary.uri());
	}

	@Override
	public boolean isServing() {
		return this.threads.isOne();
	}

	@Override
	public void close() {
		this.threads.close();
	}

	private Node primary() {
		BlockingQueue<Optional<Node>> answers = new LinkedBlockingQueue<>();
		List<CompletableFuture<Node>> attempts = this.nodes.stream().map(this::ask).toList();
		attempts.forEach((attempt) -> attempt.whenComplete((node, failure) -> answers.add(Optional.ofNullable(node))));
		Node chosen = choose(answers);
		attempts.forEach((attempt) -> attempt.thenAccept((node) -> {
			if (node != chosen) {
				node.connection().closeAsync();
			}
		}));
		if (chosen == null) {
			throw new RedisConnectionException("None of " + this.nodes + " is a primary that can be reached");
		}
		return chosen;
	}

	private @Nullable Node choose(BlockingQueue<Optional<Node>> answers) {
		long deadline = System.nanoTime() + PATIENCE_NANOS;
		Node alone = null;
		for (int i = 0; i < this.nodes.size(); i++) {
			Node node = next(answers, deadline - System.nanoTime());
			if (node == null || !node.server().primary()) {
				continue;
			}
			if (node.server().replicas() > 0) {
				return node;
			}
			if (alone == null) {
				alone = node;
				deadline = Math.min(deadline, System.nanoTime() + MOMENT_NANOS);
			}
		}
		return alone;
	}

	private static @Nullable Node next(BlockingQueue<Optional<Node>> answers, long patience) {
		try {
			Optional<Node> answer = answers.poll(patience, TimeUnit.NANOSECONDS);
			return (answer != null) ? answer.orElse(null) : null;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return null;
		}
	}

	private CompletableFuture<Node> ask(RedisURI uri) {
		return client().connectAsync(CODEC, uri)
			.toCompletableFuture()
			.thenCompose((connection) -> ServerIdentity.ask(connection.async()).handle((server, failure) -> {
				if (failure != null) {
					connection.closeAsync();
					throw new CompletionException(failure);
				}
				return new Node(uri, connection, server);
			}));
	}

	/**
	 * A node that answered.
	 *
	 * @param uri its address
	 * @param connection connected to it
	 * @param server the identity that the node reports
	 */
	private record Node(RedisURI uri, StatefulRedisConnection<String, byte[]> connection, ServerIdentity server) {
	}

}
