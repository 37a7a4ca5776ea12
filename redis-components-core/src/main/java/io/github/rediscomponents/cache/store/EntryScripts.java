// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

import java.util.ArrayList;
import java.util.List;

import io.github.rediscomponents.cache.node.Breakers.BatchCommand;
import io.github.rediscomponents.support.port.LuaScript;
import org.jspecify.annotations.Nullable;

/**
 * One script for many entries, in one flush.
 *
 * @param keys the key of each command, by which its node is found
 * @param command adds the command of an index
 * @param <T> the reply of the script
 */
record EntryScripts<T>(List<String> keys, BatchCommand<T> command) {

	/**
	 * Returns the commands of one flush.
	 * @param script for the entries
	 * @param entries the keys of each entry
	 * @param args for each entry
	 * @param beside the last command; null for none
	 */
	static <T> EntryScripts<T> of(LuaScript<T> script, List<String[]> entries, List<byte[][]> args,
			@Nullable Beside<T> beside) {
		List<String> keys = new ArrayList<>(entries.size() + 1);
		entries.forEach((both) -> keys.add(both[0]));
		if (beside == null) {
			return new EntryScripts<>(keys, (batch, index) -> batch.eval(script, entries.get(index), args.get(index)));
		}
		keys.add(beside.key());
		return new EntryScripts<>(keys,
				(batch, index) -> (index < entries.size()) ? batch.eval(script, entries.get(index), args.get(index))
						: batch.eval(beside.script(), new String[] { beside.key() }, beside.args()));
	}

}
