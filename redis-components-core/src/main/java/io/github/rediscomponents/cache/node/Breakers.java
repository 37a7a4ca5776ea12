// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * A breaker for each node, so that one that does not answer leaves the others in use.
 *
 * @since 1.0.0
 */
public final class Breakers {

	private final CommandPort redis;

	private final Map<String, Breaker> byNode = new ConcurrentHashMap<>();

	private final Function<String, Breaker> create;

	private volatile boolean reached;

	public Breakers(CommandPort redis) {
		this.redis = redis;
		this.create = (node) -> new Breaker(node.isEmpty() ? "" : " node " + node,
				(key, timeout) -> redis.withTimeout(timeout).callAsync((commands) -> commands.exists(key)));
	}

	/**
	 * Returns the breaker of the node that serves a key now.
	 */
	public Breaker of(String key) {
		String node = this.redis.node(key);
		Breaker known = this.byNode.get(node);
		return (known != null) ? known : this.byNode.computeIfAbsent(node, this.create);
	}

	/**
	 * Returns whether Redis was never reached, so that the next command has to connect
	 * first.
	 */
	public boolean isUntried() {
		return !this.reached;
	}

	/**
	 * A node answered a single command.
	 */
	public void succeeded(Breaker breaker) {
		breaker.succeeded();
		reached();
	}

	/**
	 * Sends commands in one flush for each node. A node that does not answer does not
	 * affect the replies of the others.
	 * @param port carries the commands
	 * @param keys the key of each command
	 * @param onlyWell whether nodes that do not answer are left alone
	 * @param timeout how long the probe of such a node waits
	 * @param command adds the command of an index to a batch
	 * @return the replies in the order of the keys
	 */
	public <T> List<Reply<T>> send(CommandPort port, List<String> keys, boolean onlyWell, Duration timeout,
			BatchCommand<T> command) {
		Map<Breaker, NodeBatch<T>> batches = new LinkedHashMap<>();
		List<NodeBatch<T>> places = new ArrayList<>(keys.size());
		for (int i = 0; i < keys.size(); i++) {
			String key = keys.get(i);
			NodeBatch<T> place = batches.computeIfAbsent(of(key),
					(breaker) -> NodeBatch.begin(breaker, key, onlyWell, port));
			place.add(command, i);
			places.add(place);
		}
		batches.values().forEach(NodeBatch::flush);
		List<Reply<T>> replies = new ArrayList<>(keys.size());
		places.forEach((place) -> replies.add(place.next()));
		for (NodeBatch<T> batch : batches.values()) {
			if (batch.done(timeout)) {
				reached();
			}
		}
		return replies;
	}

	/**
	 * Does what {@link #send} does without a thread that waits.
	 * @return completes with the replies on an I/O thread
	 */
	public <T> CompletableFuture<List<Reply<T>>> sendLater(CommandPort port, List<String> keys, boolean onlyWell,
			Duration timeout, BatchCommand<T> command) {
		Map<Breaker, NodeFlush<T>> flushes = new LinkedHashMap<>();
		for (int i = 0; i < keys.size(); i++) {
			flushes.computeIfAbsent(of(keys.get(i)), (breaker) -> new NodeFlush<>(breaker, keys, timeout)).add(i);
		}
		List<Reply<T>> replies = new ArrayList<>(Collections.nCopies(keys.size(), Reply.of(null)));
		CompletableFuture<?>[] ended = flushes.values()
			.stream()
			.map((flush) -> flush.send(port, onlyWell, command, replies).thenAccept((answered) -> {
				if (answered) {
					reached();
				}
			}))
			.toArray(CompletableFuture[]::new);
		return CompletableFuture.allOf(ended).thenApply((all) -> replies);
	}

	private void reached() {
		if (!this.reached) {
			this.reached = true;
		}
	}

	/**
	 * Adds one command.
	 *
	 * @param <T> what the reply becomes
	 */
	public interface BatchCommand<T> {

		CompletionStage<? extends @Nullable T> addTo(RedisBatch batch, int index);

	}

}
