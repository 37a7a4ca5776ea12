// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.node.Breakers.BatchCommand;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.RedisBatch;
import io.github.rediscomponents.support.server.Failures;

/**
 * Commands that go to one node in one flush, and whose replies no thread waits for.
 *
 * @param <T> what a reply becomes
 */
final class NodeFlush<T> {

	private final Breaker breaker;

	private final List<String> keys;

	private final Duration timeout;

	private final List<Integer> indices = new ArrayList<>();

	/**
	 * Creates a flush without commands.
	 * @param keys the key of each command, also of those to other nodes
	 * @param timeout how long the probe of a node that does not answer waits
	 */
	NodeFlush(Breaker breaker, List<String> keys, Duration timeout) {
		this.breaker = breaker;
		this.keys = keys;
		this.timeout = timeout;
	}

	void add(int index) {
		this.indices.add(index);
	}

	/**
	 * Sends the commands and tells the breaker how it went.
	 * @param replies takes the replies at the indices of the commands
	 * @return completes with whether the node answered any of the commands
	 */
	CompletableFuture<Boolean> send(CommandPort port, boolean onlyWell, BatchCommand<T> command,
			List<Reply<T>> replies) {
		if (onlyWell && this.breaker.isOpen()) {
			set(replies, Reply.leftAlone());
			return CompletableFuture.completedFuture(false);
		}
		return port.batchAsync().thenCompose((batch) -> flush(batch, command, replies)).exceptionally((failure) -> {
			set(replies, failed(failure));
			return null;
		}).thenApply((done) -> told(replies)).toCompletableFuture();
	}

	private CompletionStage<@Nullable Void> flush(RedisBatch batch, BatchCommand<T> command, List<Reply<T>> replies) {
		List<CompletionStage<?>> sent = new ArrayList<>(this.indices.size());
		for (int index : this.indices) {
			CompletionStage<? extends @Nullable T> stage = command.addTo(batch, index);
			sent.add(stage
				.handle((value, failure) -> replies.set(index, (failure == null) ? Reply.of(value) : failed(failure))));
		}
		batch.flush();
		return CompletableFuture
			.allOf(sent.stream().map(CompletionStage::toCompletableFuture).toArray(CompletableFuture[]::new));
	}

	private void set(List<Reply<T>> replies, Reply<T> reply) {
		this.indices.forEach((index) -> replies.set(index, reply));
	}

	private boolean told(List<Reply<T>> replies) {
		RedisUnavailableException silence = null;
		for (int index : this.indices) {
			RedisComponentsException failure = replies.get(index).failure();
			if (!(failure instanceof RedisUnavailableException unavailable)) {
				this.breaker.succeeded();
				return true;
			}
			silence = (silence != null) ? silence : unavailable;
		}
		if (silence != null) {
			this.breaker.failed(this.keys.get(this.indices.get(0)), this.timeout, silence);
		}
		return false;
	}

	private static <T> Reply<T> failed(Throwable failure) {
		RuntimeException known = Failures.translate(failure);
		if (known instanceof RedisComponentsException ours) {
			return Reply.failed(ours);
		}
		throw known;
	}

}
