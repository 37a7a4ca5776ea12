// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.link.ConnectionName;
import io.github.rediscomponents.support.link.SharedConnection;
import io.github.rediscomponents.support.server.Failures;
import io.github.rediscomponents.support.server.RedisConnector;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import org.jspecify.annotations.Nullable;

/**
 * The connection for scripts that wait for replicas, made when first needed. On a cluster
 * it has one connection to each node that is used, because WAIT carries no key that would
 * lead it to the node of the script.
 */
final class ReplicatedScripts implements AutoCloseable {

	/** Name of the node without a cluster; nodes of a cluster have their ids. */
	private static final String THE_ONLY = "";

	private static final long DOWN_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final SharedConnection<StatefulConnection<String, byte[]>> connection;

	private final Map<String, ReplicationRounds> rounds = new ConcurrentHashMap<>();

	private final Background background;

	ReplicatedScripts(RedisConnector connector, Background background) {
		this.background = background;
		this.connection = new SharedConnection<>(connector::connect, (made) -> {
			made.setTimeout(Duration.ZERO);
			ConnectionName.REPLICATED.give(made);
		}, background.workers());
	}

	<T extends @Nullable Object> CompletionStage<Replicated<T>> eval(ReplicatedCall<T> call, long timeoutNanos) {
		ReplicationRounds known = this.rounds.get(THE_ONLY);
		if (known != null && known.downNanos() > DOWN_NANOS) {
			leave(known);
		}
		CompletionStage<Replicated<T>> answer = call
			.within(timeoutNanos + 3 * TimeUnit.MILLISECONDS.toNanos(call.terms().waitMillis()), this.background);
		answer.whenComplete((reply, failure) -> {
			ReplicationRounds joined = call.rounds();
			if (failure != null && joined != null && leadsNowhere(failure)) {
				leave(joined);
			}
		});
		send(call, timeoutNanos, (made) -> byKey(made, call.key()));
		return answer;
	}

	private static boolean leadsNowhere(Throwable failure) {
		// The timeout of a queued call is no sign of an outage of the server.
		boolean queued = failure.getCause() instanceof TimeoutException
				&& failure instanceof RedisUnavailableException unavailable
				&& unavailable.outcome() == Outcome.NOT_EXECUTED;
		return !queued && Failures.isSignOfAnotherPrimary(failure);
	}

	private void leave(ReplicationRounds stale) {
		if (this.rounds.remove(THE_ONLY, stale)) {
			this.connection.forget().ifPresent((connection) -> {
				// First, so that pending commands are not sent on a connection that
				// closes.
				stale.leave();
				connection.thenAccept(StatefulConnection::closeAsync);
			});
		}
	}

	private void send(ReplicatedCall<?> call, long graceNanos, Function<StatefulConnection<String, byte[]>, Node> to) {
		this.connection.get().thenCompose((made) -> {
			Node node = to.apply(made);
			return node.connection()
				.thenAccept((connected) -> rounds(node, connected, graceNanos).add(call, graceNanos));
		}).whenComplete((done, failure) -> {
			if (failure != null) {
				call.fail(notSent(failure));
			}
		});
	}

	private ReplicationRounds rounds(Node node, StatefulRedisConnection<String, byte[]> connected, long graceNanos) {
		return this.rounds.compute(node.name(), (name, known) -> {
			if (known != null && known.isOn(connected)) {
				return known;
			}
			connected.setTimeout(Duration.ZERO);
			return new ReplicationRounds(connected,
					(call) -> send(call, graceNanos, (made) -> byAddress(made, call.target())),
					(call) -> send(call, graceNanos, (made) -> byKey(made, call.key())));
		});
	}

	private static Node byKey(StatefulConnection<String, byte[]> made, String key) {
		if (!(made instanceof StatefulRedisClusterConnection<String, byte[]> cluster)) {
			return new Node(THE_ONLY,
					CompletableFuture.completedFuture((StatefulRedisConnection<String, byte[]>) made));
		}
		RedisClusterNode master = cluster.getPartitions().getMasterBySlot(SlotHash.getSlot(key));
		if (master == null) {
			throw new RedisUnavailableException("No node is known for the slot of the key", Outcome.NOT_EXECUTED, null);
		}
		return new Node(master.getNodeId(), cluster.getConnectionAsync(master.getNodeId()));
	}

	private static Node byAddress(StatefulConnection<String, byte[]> made, String address) {
		int colon = address.lastIndexOf(':');
		return new Node(address, ((StatefulRedisClusterConnection<String, byte[]>) made)
			.getConnectionAsync(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))));
	}

	private static RuntimeException notSent(Throwable failure) {
		RuntimeException known = Failures.translate(failure);
		return (known instanceof RedisUnavailableException unavailable && unavailable.outcome() == Outcome.NOT_EXECUTED)
				? known : new RedisUnavailableException("The node cannot be reached: " + known.getMessage(),
						Outcome.NOT_EXECUTED, known);
	}

	/**
	 * Connects anew at the next use, because the primary has moved.
	 */
	void reconnect() {
		ReplicationRounds known = this.rounds.get(THE_ONLY);
		if (known != null) {
			leave(known);
		}
	}

	/** Closes the connections; the next use opens new ones. */
	void disconnect() {
		this.rounds.clear();
		this.connection.release();
	}

	@Override
	public void close() {
		this.connection.close();
	}

	/**
	 * The target of a call.
	 *
	 * @param name identifies the node
	 * @param connection the connection to it
	 */
	private record Node(String name, CompletableFuture<StatefulRedisConnection<String, byte[]>> connection) {
	}

}
