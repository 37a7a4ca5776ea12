package io.github.rediscomponents.support;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;

import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

/**
 * Builds Lettuce commands by hand, because only commands that are handed over together
 * are written together.
 */
final class LettuceRedisBatch implements RedisBatch {

	private final LettuceRedisPort port;

	private final Link link;

	private final long deadline;

	private final List<AsyncCommand<String, byte[], ?>> commands = new ArrayList<>();

	LettuceRedisBatch(LettuceRedisPort port) {
		this.port = port;
		this.link = port.link();
		this.deadline = System.nanoTime() + port.timeoutNanos();
	}

	@Override
	public CompletionStage<byte @Nullable []> get(String key) {
		return add(new AsyncCommand<>(new Command<>(CommandType.GET, new ValueOutput<>(RedisConnector.CODEC),
				new CommandArgs<>(RedisConnector.CODEC).addKey(key))));
	}

	@Override
	public CompletionStage<List<Object>> bitfield(String key, byte[]... args) {
		return add(
				new AsyncCommand<>(new Command<>(CommandType.BITFIELD, BitField.output(), BitField.args(key, args))));
	}

	@Override
	public <T extends @Nullable Object> CompletionStage<T> eval(LuaScript<T> script, String[] keys, byte[]... args) {
		script.checkArity(keys.length, args.length);
		CompletionStage<T> sent = add(first(script, keys, args));
		return this.port.orEval(sent, script, keys, () -> {
			AsyncCommand<String, byte[], T> eval = ScriptCommands.eval(script, script.text(), keys, args);
			send(List.of(eval));
			return eval;
		});
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
		if (!this.commands.isEmpty()) {
			send(List.copyOf(this.commands));
			this.commands.clear();
		}
	}

	/**
	 * One timer for all: who does not {@link #await} must not wait for ever either.
	 */
	private void send(List<? extends AsyncCommand<String, byte[], ?>> together) {
		TimeLimit
			.set(CompletableFuture.allOf(together.toArray(CompletableFuture[]::new)), this.port.timeoutNanos(),
					this.port.background())
			.whenComplete((done, failure) -> {
				if (failure instanceof TimeoutException) {
					RuntimeException late = this.port.failed(failure);
					together.forEach((command) -> command.completeExceptionally(late));
				}
			});
		this.link.dispatch(together);
	}

	@Override
	public <T extends @Nullable Object> List<T> await(Collection<? extends CompletionStage<T>> replies) {
		List<T> result = new ArrayList<>(replies.size());
		for (CompletionStage<T> reply : replies) {
			result.add(this.port.await(reply, this.deadline));
		}
		return result;
	}

	private <T extends @Nullable Object> CompletableFuture<T> add(AsyncCommand<String, byte[], T> command) {
		this.commands.add(command);
		return command;
	}

}
