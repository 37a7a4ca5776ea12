// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.filter;

import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.support.port.BitField;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.LuaScript;
import io.github.rediscomponents.support.port.RedisBatch;

/**
 * Sends commands, one by one or together.
 */
interface Sender {

	<T extends @Nullable Object> CompletionStage<T> eval(LuaScript<T> script, String[] keys, byte[]... args);

	CompletionStage<List<Object>> bitfield(String key, byte[]... args);

	/**
	 * Sends each command by itself and does not wait for it.
	 */
	static Sender later(CommandPort redis) {
		return new Sender() {

			@Override
			public <T extends @Nullable Object> CompletionStage<T> eval(LuaScript<T> script, String[] keys,
					byte[]... args) {
				return redis.evalAsync(script, keys, args);
			}

			@Override
			public CompletionStage<List<Object>> bitfield(String key, byte[]... args) {
				return redis.callAsync(BitField.command(key, args));
			}

		};
	}

	static Sender together(RedisBatch batch) {
		return new Sender() {

			@Override
			public <T extends @Nullable Object> CompletionStage<T> eval(LuaScript<T> script, String[] keys,
					byte[]... args) {
				return batch.eval(script, keys, args);
			}

			@Override
			public CompletionStage<List<Object>> bitfield(String key, byte[]... args) {
				return batch.bitfield(key, args);
			}

		};
	}

}
