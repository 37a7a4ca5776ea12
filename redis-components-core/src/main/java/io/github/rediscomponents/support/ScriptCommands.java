package io.github.rediscomponents.support;

import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

/**
 * Builds script calls by hand, because only commands that are handed over together are
 * written together.
 */
final class ScriptCommands {

	private ScriptCommands() {
	}

	static <T extends @Nullable Object> AsyncCommand<String, byte[], T> evalsha(LuaScript<T> script, String[] keys,
			byte[]... args) {
		CommandArgs<String, byte[]> parts = new CommandArgs<>(RedisConnector.CODEC).add(script.sha())
			.add(keys.length)
			.addKeys(keys)
			.addValues(args);
		return new AsyncCommand<>(new Command<>(CommandType.EVALSHA, output(script.output()), parts));
	}

	static <T extends @Nullable Object> AsyncCommand<String, byte[], T> eval(LuaScript<T> script, byte[] text,
			String[] keys, byte[]... args) {
		CommandArgs<String, byte[]> parts = new CommandArgs<>(RedisConnector.CODEC).add(text)
			.add(keys.length)
			.addKeys(keys)
			.addValues(args);
		return new AsyncCommand<>(new Command<>(CommandType.EVAL, output(script.output()), parts));
	}

	static AsyncCommand<String, byte[], Long> waitFor(int replicas, long millis) {
		CommandArgs<String, byte[]> parts = new CommandArgs<>(RedisConnector.CODEC).add(replicas).add(millis);
		return new AsyncCommand<>(new Command<>(CommandType.WAIT, new IntegerOutput<>(RedisConnector.CODEC), parts));
	}

	@SuppressWarnings("unchecked")
	private static <T extends @Nullable Object> CommandOutput<String, byte[], T> output(ScriptOutputType type) {
		return (CommandOutput<String, byte[], T>) switch (type) {
			case INTEGER -> new IntegerOutput<>(RedisConnector.CODEC);
			case VALUE -> new ValueOutput<>(RedisConnector.CODEC);
			case MULTI -> new NestedMultiOutput<>(RedisConnector.CODEC);
			default -> throw new IllegalArgumentException("No script replies with " + type);
		};
	}

}
