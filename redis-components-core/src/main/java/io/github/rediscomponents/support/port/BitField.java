// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;

import io.github.rediscomponents.support.server.RedisConnector;

/**
 * The command BITFIELD with subcommands that are bytes already.
 *
 * @since 1.0.0
 */
public final class BitField {

	private BitField() {
	}

	/**
	 * Returns a BITFIELD for {@link CommandPort#call}.
	 * @param key which key
	 * @param args its subcommands
	 * @return sends it; completes with a {@link Long} for each that replies
	 */
	public static Function<RedisClusterAsyncCommands<String, byte[]>, CompletionStage<List<Object>>> command(String key,
			byte[]... args) {
		return (commands) -> commands.dispatch(CommandType.BITFIELD, output(), args(key, args));
	}

	static CommandOutput<String, byte[], List<Object>> output() {
		return new NestedMultiOutput<>(RedisConnector.CODEC);
	}

	static CommandArgs<String, byte[]> args(String key, byte[]... args) {
		return new CommandArgs<>(RedisConnector.CODEC).addKey(key).addValues(args);
	}

}
