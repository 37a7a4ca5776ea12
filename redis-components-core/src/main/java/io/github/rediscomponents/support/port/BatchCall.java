// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.concurrent.CompletableFuture;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.protocol.AsyncCommand;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.server.Failures;

/**
 * One command of a batch, from when it is added until its reply is known. The command is
 * made when it is sent, because the known scripts and rights change while earlier ones
 * are answered.
 *
 * @param <T> the type of the converted reply
 */
abstract class BatchCall<T extends @Nullable Object> {

	private final LettuceRedisPort port;

	private final CompletableFuture<T> reply = new CompletableFuture<>();

	private @Nullable AsyncCommand<String, byte[], T> sent;

	BatchCall(LettuceRedisPort port) {
		this.port = port;
	}

	/**
	 * Returns the result for the caller.
	 */
	CompletableFuture<T> reply() {
		return this.reply;
	}

	/**
	 * Returns the command to send now.
	 */
	AsyncCommand<String, byte[], T> take() {
		AsyncCommand<String, byte[], T> made = make();
		this.sent = made;
		boolean last = !mayBeRepeated();
		made.whenComplete((value, failure) -> {
			try {
				if (failure == null) {
					answered();
					this.reply.complete(value);
				}
				else if (last || !Failures.isNoScript(failure)) {
					fail(failure);
				}
			}
			catch (RuntimeException | Error ex) {
				this.reply.completeExceptionally(ex);
			}
		});
		return made;
	}

	abstract AsyncCommand<String, byte[], T> make();

	/**
	 * Returns how long the keys and arguments of the command are that was made last.
	 */
	abstract long bytes();

	/** Returns whether it is sent again if the server does not know the script. */
	boolean mayBeRepeated() {
		return false;
	}

	/** The command was executed. */
	void answered() {
	}

	/** Returns the exception for a failure. */
	Throwable explain(Throwable failure) {
		return failure;
	}

	/** Ends the call, unless its reply is known. */
	void fail(Throwable failure) {
		if (this.reply.isDone()) {
			return;
		}
		this.reply.completeExceptionally(this.port.failed(explain(failure)));
	}

	/**
	 * Returns whether Redis has answered the command that was sent, be it with an error.
	 */
	boolean isAnswered() {
		Throwable failure = failure();
		return failure == null || Failures.unwrap(failure) instanceof RedisCommandExecutionException;
	}

	/**
	 * Returns whether the server did not know the script of the command that was sent.
	 */
	boolean isUnknownScript() {
		Throwable failure = failure();
		return failure != null && mayBeRepeated() && Failures.isNoScript(failure);
	}

	private @Nullable Throwable failure() {
		AsyncCommand<String, byte[], T> known = this.sent;
		return (known != null) ? known.<@Nullable Throwable>handle((value, failure) -> failure).join() : null;
	}

}
