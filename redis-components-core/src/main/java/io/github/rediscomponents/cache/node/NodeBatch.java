// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.node;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.cache.node.Breakers.BatchCommand;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * The commands of one flush that go to one node. A command without an answer in time does
 * not affect the others, and counts as one failure of the node, or as none if the node
 * answered other commands of the batch.
 *
 * @param <T> what the replies become
 */
final class NodeBatch<T> {

	private final Breaker breaker;

	private final @Nullable RedisBatch batch;

	private final String key;

	private final List<CompletionStage<? extends @Nullable T>> stages = new ArrayList<>();

	private @Nullable Reply<T> unsent;

	private int next;

	private @Nullable RedisUnavailableException silence;

	private boolean answered;

	private NodeBatch(Breaker breaker, @Nullable RedisBatch batch, String key,
			@Nullable RedisUnavailableException silence) {
		this.breaker = breaker;
		this.batch = batch;
		this.key = key;
		this.silence = silence;
	}

	/**
	 * Begins a batch.
	 * @param breaker of the node
	 * @param key one of the keys
	 * @param onlyWell whether to leave the node alone if it does not answer
	 * @param port carries the commands
	 */
	static <T> NodeBatch<T> begin(Breaker breaker, String key, boolean onlyWell, CommandPort port) {
		if (onlyWell && breaker.isOpen()) {
			return new NodeBatch<>(breaker, null, key, null);
		}
		try {
			return new NodeBatch<>(breaker, port.batch(), key, null);
		}
		catch (RedisUnavailableException ex) {
			return new NodeBatch<>(breaker, null, key, ex);
		}
	}

	void add(BatchCommand<T> command, int index) {
		if (this.batch != null) {
			this.stages.add(command.addTo(this.batch, index));
		}
	}

	void flush() {
		if (this.batch != null) {
			this.batch.flush();
		}
	}

	/**
	 * Waits for the reply to the next of the commands, in the order in which they were
	 * added.
	 */
	Reply<T> next() {
		if (this.batch == null) {
			Reply<T> known = this.unsent;
			if (known == null) {
				known = (this.silence != null) ? Reply.failed(this.silence) : Reply.leftAlone();
				this.unsent = known;
			}
			return known;
		}
		CompletionStage<? extends @Nullable T> stage = this.stages.get(this.next++);
		try {
			Reply<T> known = Reply.of(this.batch.await(List.of(stage)).get(0));
			this.answered = true;
			return known;
		}
		catch (RedisUnavailableException ex) {
			this.silence = (this.silence != null) ? this.silence : ex;
			return Reply.failed(ex);
		}
		catch (RedisComponentsException ex) {
			this.answered = true;
			return Reply.failed(ex);
		}
	}

	/**
	 * Tells the breaker how it went.
	 * @return whether the node answered any of the commands
	 */
	boolean done(Duration timeout) {
		if (this.answered) {
			this.breaker.succeeded();
		}
		else if (this.silence != null) {
			this.breaker.failed(this.key, timeout, this.silence);
		}
		return this.answered;
	}

}
