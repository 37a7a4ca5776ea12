// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.link.Link;
import io.github.rediscomponents.support.link.TimeLimit;
import io.github.rediscomponents.support.server.Failures;
import io.github.rediscomponents.support.server.RedisConnector;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.netty.util.concurrent.FastThreadLocalThread;
import org.jspecify.annotations.Nullable;

/**
 * Builds Lettuce commands by hand, because only commands that are handed over together
 * are written together.
 */
final class LettuceRedisBatch implements RedisBatch {

	private final LettuceRedisPort port;

	private final Link link;

	private Deque<BatchCall<?>> added = new ArrayDeque<>();

	// Of the chunk that was sent last.
	private volatile long deadline;

	LettuceRedisBatch(LettuceRedisPort port, Link link) {
		this.port = port;
		this.link = link;
		this.deadline = System.nanoTime() + port.timeoutNanos();
	}

	@Override
	public CompletionStage<byte @Nullable []> get(String key) {
		AsyncCommand<String, byte[], byte @Nullable []> get = new AsyncCommand<>(new Command<>(CommandType.GET,
				new ValueOutput<>(RedisConnector.CODEC), new CommandArgs<>(RedisConnector.CODEC).addKey(key)));
		return add(new BatchedCommand<>(this.port, get, key.length()));
	}

	@Override
	public CompletionStage<List<Object>> bitfield(String key, byte[]... args) {
		AsyncCommand<String, byte[], List<Object>> bitfield = new AsyncCommand<>(
				new Command<>(CommandType.BITFIELD, BitField.output(), BitField.args(key, args)));
		long bytes = Stream.of(args).mapToLong((arg) -> arg.length).sum();
		return add(new BatchedCommand<>(this.port, bitfield, key.length() + bytes));
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> eval(LuaScript<T> script, String[] keys, byte[]... args) {
		script.checkArity(keys.length, args.length);
		return add(new BatchedScript<>(this.port, script, keys, args));
	}

	private <T extends @Nullable Object> CompletionStage<T> add(BatchCall<T> call) {
		this.added.add(call);
		return call.reply();
	}

	@Override
	public void flush() {
		Deque<BatchCall<?>> together = this.added;
		this.added = new ArrayDeque<>();
		if (!together.isEmpty()) {
			Deque<Deque<BatchCall<?>>> unsent = new ArrayDeque<>();
			unsent.add(together);
			sendNext(unsent);
		}
	}

	/**
	 * Sends the next chunk.
	 * @param unsent groups of which no two share a chunk, none empty
	 */
	private void sendNext(Deque<Deque<BatchCall<?>>> unsent) {
		Deque<BatchCall<?>> group = unsent.element();
		BatchChunk next = BatchChunk.of(group);
		if (group.isEmpty()) {
			unsent.remove();
		}
		next.whenOver(() -> {
			try {
				goOn(next, unsent);
			}
			catch (RuntimeException | Error ex) {
				next.fail(ex);
				fail(unsent, ex);
			}
		});
		if (!next.commands().isEmpty()) {
			send(next.commands());
		}
	}

	private void goOn(BatchChunk over, Deque<Deque<BatchCall<?>>> unsent) {
		repeat(over, unsent);
		if (unsent.isEmpty()) {
			return;
		}
		if (over.isAnswered() && isUp()) {
			sendNext(unsent);
		}
		else {
			fail(unsent, new RedisUnavailableException(
					"Not sent, because Redis did not answer an earlier part of the batch", Outcome.NOT_EXECUTED, null));
		}
	}

	/**
	 * Puts the scripts that the server did not know before what is unsent: first one as
	 * text for each node, and when these are answered the others by the digest.
	 */
	private void repeat(BatchChunk over, Deque<Deque<BatchCall<?>>> unsent) {
		Deque<BatchCall<?>> asText = new ArrayDeque<>();
		Deque<BatchCall<?>> byDigest = new ArrayDeque<>();
		Set<Place> loading = new HashSet<>();
		over.unknownScripts().forEach((script) -> {
			boolean first = loading.add(new Place(script.script(), this.link.node(script.key())));
			(script.repeat(first) ? asText : byDigest).add(script);
		});
		for (Deque<BatchCall<?>> group : List.of(byDigest, asText)) {
			if (!group.isEmpty()) {
				unsent.addFirst(group);
			}
		}
	}

	private boolean isUp() {
		try {
			this.link.checkUp(this.port.timeoutNanos());
			return true;
		}
		catch (RedisUnavailableException ex) {
			return false;
		}
	}

	private static void fail(Deque<Deque<BatchCall<?>>> unsent, Throwable failure) {
		unsent.forEach((group) -> group.forEach((call) -> call.fail(failure)));
	}

	/**
	 * One timer for all: a batch that no caller {@linkplain #await awaits} must not wait
	 * for ever either.
	 */
	private void send(List<? extends AsyncCommand<String, byte[], ?>> together) {
		long timeout = this.port.timeoutNanos();
		this.deadline = System.nanoTime() + timeout;
		try {
			TimeLimit
				.set(CompletableFuture.allOf(together.toArray(CompletableFuture[]::new)), timeout,
						this.port.background())
				.whenComplete((done, failure) -> {
					if (failure instanceof TimeoutException) {
						RuntimeException late = this.port.failed(failure);
						together.forEach((command) -> command.completeExceptionally(late));
					}
				});
			if (this.link.isCluster() && Thread.currentThread() instanceof FastThreadLocalThread) {
				this.port.background().stages().execute(() -> dispatch(together));
			}
			else {
				dispatch(together);
			}
		}
		catch (RuntimeException | Error ex) {
			together.forEach((command) -> command.completeExceptionally(ex));
		}
	}

	/**
	 * Waits for a connection to each node of a cluster that has none yet, which an I/O
	 * thread may have to make.
	 */
	private void dispatch(List<? extends AsyncCommand<String, byte[], ?>> together) {
		try {
			this.link.dispatch(together);
		}
		catch (RuntimeException | Error ex) {
			together.forEach((command) -> command.completeExceptionally(ex));
		}
	}

	@Override
	public <T extends @Nullable Object> List<T> await(Collection<? extends CompletionStage<T>> replies,
			IntUnaryOperator items, Predicate<? super T> done) {
		List<T> result = new ArrayList<>(replies.size());
		BatchFailure failure = new BatchFailure();
		int index = 0;
		for (CompletionStage<T> reply : replies) {
			int weight = items.applyAsInt(index++);
			try {
				T value = await(reply);
				result.add(value);
				failure.answered(weight, done.test(value));
			}
			catch (ExecutionException | RedisUnavailableException ex) {
				failure.failed(weight, Failures.translate(ex));
			}
		}
		failure.throwIfAny();
		return result;
	}

	/**
	 * The timers end every chunk; twice the time-out is for when they cannot.
	 */
	private <T extends @Nullable Object> T await(CompletionStage<T> reply) throws ExecutionException {
		return Awaiting.await(reply.toCompletableFuture(), () -> this.deadline + this.port.timeoutNanos());
	}

	/**
	 * A node that must know a script.
	 *
	 * @param script the script
	 * @param node the node that serves the keys
	 */
	private record Place(LuaScript<?> script, String node) {
	}

}
