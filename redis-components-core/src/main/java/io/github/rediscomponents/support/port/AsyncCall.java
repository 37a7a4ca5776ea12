// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.github.rediscomponents.support.link.Link;
import io.github.rediscomponents.support.link.Refusals;
import io.github.rediscomponents.support.link.TimeLimit;
import io.github.rediscomponents.support.server.Failures;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

/**
 * One command that no thread waits for, from the call to the answer. It is sent again
 * while the slot of its keys moves.
 *
 * @param <T> the type of the converted reply
 */
final class AsyncCall<T extends @Nullable Object> {

	private final LettuceRedisPort port;

	private final PrimaryLink primary;

	private final SlotMoves moves;

	private final Function<RedisClusterAsyncCommands<String, byte[]>, ? extends CompletionStage<T>> command;

	private final long deadline;

	private final CompletableFuture<T> result = new CompletableFuture<>();

	private volatile @Nullable CompletionStage<T> sent;

	AsyncCall(LettuceRedisPort port, PrimaryLink primary, SlotMoves moves,
			Function<RedisClusterAsyncCommands<String, byte[]>, ? extends CompletionStage<T>> command) {
		this.port = port;
		this.primary = primary;
		this.moves = moves;
		this.command = command;
		this.deadline = System.nanoTime() + port.timeoutNanos();
	}

	CompletionStage<T> start() {
		try {
			send();
			return bounded();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedStage(Failures.translate(ex));
		}
		catch (Error ex) {
			return CompletableFuture.failedStage(ex);
		}
	}

	private void send() {
		Link known = this.primary.known(this.port.timeoutNanos());
		CompletionStage<T> now = (known != null) ? this.command.apply(known.commands())
				: this.primary.get().thenCompose((made) -> Refusals.explained(this.command.apply(made.commands())));
		this.sent = now;
		// Not by whenComplete, here and below: it reads the text of a failure to wrap it.
		now.handle((reply, failure) -> {
			if (failure == null) {
				this.result.complete(reply);
			}
			else {
				failed(failure);
			}
			return true;
		});
	}

	private void failed(Throwable failure) {
		try {
			CompletableFuture<?> moment = this.result.isDone() ? null : this.moves.moment(failure, this.deadline);
			if (moment == null) {
				this.result.completeExceptionally(failure);
			}
			else {
				moment.whenComplete((passed, none) -> again());
			}
		}
		catch (RuntimeException | Error ex) {
			this.result.completeExceptionally(ex);
		}
	}

	private void again() {
		try {
			send();
		}
		catch (RuntimeException | Error ex) {
			this.result.completeExceptionally(ex);
		}
	}

	/** Not by composing stages, which would wrap the failure. */
	private CompletionStage<T> bounded() {
		CompletableFuture<T> bounded = new CompletableFuture<>();
		TimeLimit.set(this.result, this.port.timeoutNanos(), this.port.background()).handle((reply, failure) -> {
			if (failure == null) {
				return bounded.complete(reply);
			}
			return bounded.completeExceptionally(ended(failure));
		});
		return bounded;
	}

	/** Returns what the caller is told, which waits for it. */
	private Throwable ended(Throwable failure) {
		try {
			CompletionStage<T> last = this.sent;
			if (last == null) {
				throw new IllegalStateException("Not sent yet");
			}
			last.toCompletableFuture().cancel(true);
			return this.port.failed(Refusals.explain(last, failure));
		}
		catch (RuntimeException | Error ex) {
			return ex;
		}
	}

}
