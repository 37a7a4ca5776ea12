package io.github.rediscomponents.support;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.IntUnaryOperator;

import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;

/**
 * Builds Lettuce commands by hand, because only commands that are handed over together
 * are written together.
 */
final class LettuceRedisBatch implements RedisBatch {

	private final LettuceRedisPort port;

	private final Link link;

	private final Deque<BatchChunk> chunks = new ArrayDeque<>();

	// Of the chunk that was sent last.
	private volatile long deadline;

	LettuceRedisBatch(LettuceRedisPort port) {
		this.port = port;
		this.link = port.link();
		this.deadline = System.nanoTime() + port.timeoutNanos();
	}

	@Override
	public CompletionStage<byte @Nullable []> get(String key) {
		AsyncCommand<String, byte[], byte @Nullable []> get = new AsyncCommand<>(new Command<>(CommandType.GET,
				new ValueOutput<>(RedisConnector.CODEC), new CommandArgs<>(RedisConnector.CODEC).addKey(key)));
		return add(get, get, key.length());
	}

	@Override
	public CompletionStage<List<Object>> bitfield(String key, byte[]... args) {
		AsyncCommand<String, byte[], List<Object>> bitfield = new AsyncCommand<>(
				new Command<>(CommandType.BITFIELD, BitField.output(), BitField.args(key, args)));
		return add(bitfield, bitfield, bytes(args));
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> eval(LuaScript<T> script, String[] keys, byte[]... args) {
		script.checkArity(keys.length, args.length);
		AsyncCommand<String, byte[], T> sent = first(script, keys, args);
		CompletionStage<T> reply = this.port.orEval(sent, script, keys, () -> {
			AsyncCommand<String, byte[], T> eval = ScriptCommands.eval(script, script.text(), keys, args);
			send(List.of(eval));
			return eval;
		});
		return add(sent, reply, bytes(args));
	}

	private static long bytes(byte[][] args) {
		long bytes = 0;
		for (byte[] arg : args) {
			bytes += arg.length;
		}
		return bytes;
	}

	private <T> T add(AsyncCommand<String, byte[], ?> command, T reply, long bytes) {
		BatchChunk last = this.chunks.peekLast();
		if (last == null || last.isFull()) {
			last = new BatchChunk();
			this.chunks.add(last);
		}
		last.add(command, ((CompletionStage<?>) reply).toCompletableFuture(), bytes);
		return reply;
	}

	private <T extends @Nullable Object> AsyncCommand<String, byte[], T> first(LuaScript<T> script, String[] keys,
			byte[]... args) {
		ScriptRights rights = this.port.rights();
		if (!rights.mustProve(script, keys)) {
			return ScriptCommands.evalsha(script, keys, args);
		}
		AsyncCommand<String, byte[], T> eval = ScriptCommands.eval(script, ScriptRights.text(script), keys, args);
		eval.thenRun(() -> rights.proved(script));
		return eval;
	}

	@Override
	public void flush() {
		Deque<BatchChunk> together = new ArrayDeque<>(this.chunks);
		this.chunks.clear();
		sendNext(together);
	}

	private void sendNext(Deque<BatchChunk> unsent) {
		BatchChunk next = unsent.poll();
		if (next == null) {
			return;
		}
		if (!unsent.isEmpty()) {
			next.whenOver(() -> {
				if (next.isAnswered() && isUp(unsent)) {
					sendNext(unsent);
				}
				else {
					giveUp(unsent);
				}
			});
		}
		send(next.commands());
	}

	private boolean isUp(Deque<BatchChunk> unsent) {
		try {
			this.link.checkUp(this.port.timeoutNanos());
			return true;
		}
		catch (RedisUnavailableException ex) {
			return false;
		}
	}

	private static void giveUp(Deque<BatchChunk> unsent) {
		RedisUnavailableException notSent = new RedisUnavailableException(
				"Not sent, because Redis did not answer an earlier part of the batch", Outcome.NOT_EXECUTED, null);
		unsent.forEach((chunk) -> chunk.fail(notSent));
	}

	/**
	 * One timer for all: a batch that nobody {@linkplain #await awaits} must not wait for
	 * ever either.
	 */
	private void send(List<? extends AsyncCommand<String, byte[], ?>> together) {
		long timeout = this.port.timeoutNanos();
		this.deadline = System.nanoTime() + timeout;
		TimeLimit
			.set(CompletableFuture.allOf(together.toArray(CompletableFuture[]::new)), timeout, this.port.background())
			.whenComplete((done, failure) -> {
				if (failure instanceof TimeoutException) {
					RuntimeException late = this.port.failed(failure);
					together.forEach((command) -> command.completeExceptionally(late));
				}
			});
		try {
			this.link.dispatch(together);
		}
		catch (RuntimeException ex) {
			together.forEach((command) -> command.completeExceptionally(ex));
		}
	}

	@Override
	public <T extends @Nullable Object> List<T> await(Collection<? extends CompletionStage<T>> replies,
			IntUnaryOperator items) {
		List<T> result = new ArrayList<>(replies.size());
		BatchFailure failure = new BatchFailure();
		int index = 0;
		for (CompletionStage<T> reply : replies) {
			int weight = items.applyAsInt(index++);
			try {
				result.add(await(reply));
				failure.done(weight);
			}
			catch (ExecutionException | RedisUnavailableException ex) {
				failure.failed(weight, this.port.failed(ex));
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

}
