// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.server.RedisConnector;

/**
 * Builds script calls by hand, because only commands that are handed over together are
 * written together.
 */
final class ScriptCommands {

	private ScriptCommands() {
	}

	static <T extends @Nullable Object> AsyncCommand<String, byte[], T> evalsha(LuaScript<T> script, String[] keys,
			byte[]... args) {
		return new AsyncCommand<>(
				new Command<>(CommandType.EVALSHA, ScriptOutputs.of(script), byDigest(script, keys, args)));
	}

	static <T extends @Nullable Object> AsyncCommand<String, byte[], T> eval(LuaScript<T> script, byte[] text,
			String[] keys, byte[]... args) {
		return new AsyncCommand<>(new Command<>(CommandType.EVAL, ScriptOutputs.of(script), byText(text, keys, args)));
	}

	static <T extends @Nullable Object> RedisFuture<T> evalsha(RedisClusterAsyncCommands<String, byte[]> commands,
			LuaScript<T> script, String[] keys, byte[]... args) {
		return commands.dispatch(CommandType.EVALSHA, ScriptOutputs.of(script), byDigest(script, keys, args));
	}

	static <T extends @Nullable Object> RedisFuture<T> eval(RedisClusterAsyncCommands<String, byte[]> commands,
			LuaScript<T> script, byte[] text, String[] keys, byte[]... args) {
		return commands.dispatch(CommandType.EVAL, ScriptOutputs.of(script), byText(text, keys, args));
	}

	private static CommandArgs<String, byte[]> byDigest(LuaScript<?> script, String[] keys, byte[]... args) {
		return parts(new CommandArgs<>(RedisConnector.CODEC).add(script.sha()), keys, args);
	}

	private static CommandArgs<String, byte[]> byText(byte[] text, String[] keys, byte[]... args) {
		return parts(new CommandArgs<>(RedisConnector.CODEC).add(text), keys, args);
	}

	private static CommandArgs<String, byte[]> parts(CommandArgs<String, byte[]> parts, String[] keys, byte[]... args) {
		return parts.add(keys.length).addKeys(keys).addValues(args);
	}

	static AsyncCommand<String, byte[], Long> waitFor(int replicas, long millis) {
		CommandArgs<String, byte[]> parts = new CommandArgs<>(RedisConnector.CODEC).add(replicas).add(millis);
		return new AsyncCommand<>(new Command<>(CommandType.WAIT, new IntegerOutput<>(RedisConnector.CODEC), parts));
	}

}
