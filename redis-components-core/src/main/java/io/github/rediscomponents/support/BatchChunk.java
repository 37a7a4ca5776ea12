package io.github.rediscomponents.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.protocol.AsyncCommand;

import io.github.rediscomponents.RedisErrorException;

/**
 * What goes out in one write.
 */
final class BatchChunk {

	private final List<AsyncCommand<String, byte[], ?>> commands = new ArrayList<>();

	private final List<CompletableFuture<?>> replies = new ArrayList<>();

	private long bytes;

	boolean isFull() {
		return this.commands.size() >= RedisBatch.CHUNK_COMMANDS || this.bytes >= RedisBatch.CHUNK_BYTES;
	}

	/**
	 * Adds a command.
	 * @param command what is written
	 * @param reply what the caller sees of it, which may take another command
	 * @param length of its arguments
	 */
	void add(AsyncCommand<String, byte[], ?> command, CompletableFuture<?> reply, long length) {
		this.commands.add(command);
		this.replies.add(reply);
		this.bytes += length;
	}

	List<AsyncCommand<String, byte[], ?>> commands() {
		return this.commands;
	}

	void whenOver(Runnable next) {
		CompletableFuture.allOf(this.replies.toArray(CompletableFuture[]::new))
			.whenComplete((done, failure) -> next.run());
	}

	/**
	 * Whether Redis has answered each command, be it with an error.
	 */
	boolean isAnswered() {
		return this.replies.stream().allMatch((reply) -> !reply.isCompletedExceptionally() || isRefused(reply));
	}

	private static boolean isRefused(CompletableFuture<?> failed) {
		Throwable failure = failed.handle((reply, ex) -> ex).join();
		return failure != null && (Failures.unwrap(failure) instanceof RedisCommandExecutionException
				|| Failures.unwrap(failure) instanceof RedisErrorException);
	}

	void fail(Throwable failure) {
		this.commands.forEach((command) -> command.completeExceptionally(failure));
	}

}
