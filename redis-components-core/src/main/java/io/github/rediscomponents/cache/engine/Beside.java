// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.node.Breakers.BatchCommand;
import io.github.rediscomponents.support.port.LuaScript;

/**
 * A script on another key, which goes out with those of entries.
 *
 * @param script the script
 * @param key its only key
 * @param args its arguments
 * @param <T> its reply
 */
record Beside<T>(LuaScript<T> script, String key, byte[][] args) {

	/**
	 * Returns the commands of one flush.
	 * @param script for the entries
	 * @param keys of each entry
	 * @param args for each entry
	 * @param beside the last command; null for none
	 */
	static <T> BatchCommand<T> command(LuaScript<T> script, List<String[]> keys, List<byte[][]> args,
			@Nullable Beside<T> beside) {
		return (batch, index) -> (beside == null || index < keys.size())
				? batch.eval(script, keys.get(index), args.get(index))
				: batch.eval(beside.script, new String[] { beside.key }, beside.args);
	}

}
