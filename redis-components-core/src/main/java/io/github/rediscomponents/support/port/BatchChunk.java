// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.lettuce.core.protocol.AsyncCommand;

/**
 * The calls of one write.
 */
final class BatchChunk {

	private final List<BatchCall<?>> calls = new ArrayList<>();

	private final List<AsyncCommand<String, byte[], ?>> commands = new ArrayList<>();

	private BatchChunk() {
	}

	/**
	 * Takes as much as goes out together. A call that cannot be made fails alone.
	 * @param waiting not empty
	 */
	static BatchChunk of(Queue<BatchCall<?>> waiting) {
		BatchChunk chunk = new BatchChunk();
		long bytes = 0;
		while (!waiting.isEmpty() && chunk.calls.size() < RedisBatch.CHUNK_COMMANDS && bytes < RedisBatch.CHUNK_BYTES) {
			BatchCall<?> call = waiting.remove();
			try {
				AsyncCommand<String, byte[], ?> command = call.take();
				bytes += call.bytes();
				chunk.calls.add(call);
				chunk.commands.add(command);
			}
			catch (RuntimeException | Error ex) {
				call.fail(ex);
			}
		}
		return chunk;
	}

	List<AsyncCommand<String, byte[], ?>> commands() {
		return this.commands;
	}

	void whenOver(Runnable next) {
		CompletableFuture.allOf(this.commands.toArray(CompletableFuture[]::new))
			.whenComplete((done, failure) -> next.run());
	}

	/**
	 * Fails each call that has no reply.
	 */
	void fail(Throwable failure) {
		this.calls.forEach((call) -> call.fail(failure));
	}

	/**
	 * Returns whether Redis has answered each command, be it with an error.
	 */
	boolean isAnswered() {
		return this.calls.stream().allMatch(BatchCall::isAnswered);
	}

	/**
	 * Returns the scripts that the server did not know.
	 */
	Stream<BatchedScript<?>> unknownScripts() {
		return this.calls.stream().filter(BatchCall::isUnknownScript).map((call) -> (BatchedScript<?>) call);
	}

}
