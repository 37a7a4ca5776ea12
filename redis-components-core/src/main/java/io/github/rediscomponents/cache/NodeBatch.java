package io.github.rediscomponents.cache;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.RedisBatch;
import io.github.rediscomponents.support.RedisPort;

/**
 * The commands of one flush that go to one node. What is not answered in time takes
 * nothing from what is, and counts as one failure of the node, or as none when it
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
	static <T> NodeBatch<T> begin(Breaker breaker, String key, boolean onlyWell, RedisPort port) {
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

	/**
	 * The reply to a command that was not sent, because its node did not answer before.
	 */
	static <T> Reply<T> leftAlone() {
		return Reply.failed(new RedisUnavailableException("The Redis node did not answer a moment ago",
				Outcome.NOT_EXECUTED, null));
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
				known = (this.silence != null) ? Reply.failed(this.silence) : leftAlone();
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
	 */
	void done(Duration timeout) {
		if (this.answered) {
			this.breaker.succeeded();
		}
		else if (this.silence != null) {
			this.breaker.failed(this.key, timeout, this.silence);
		}
	}

	boolean wasAnswered() {
		return this.answered;
	}

	/**
	 * Adds one command.
	 *
	 * @param <T> what the reply becomes
	 */
	interface BatchCommand<T> {

		CompletionStage<? extends @Nullable T> addTo(RedisBatch batch, int index);

	}

}
