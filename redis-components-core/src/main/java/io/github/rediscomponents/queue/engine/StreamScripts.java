// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.List;

import io.github.rediscomponents.support.port.LuaScript;

/**
 * The scripts of streams.
 */
final class StreamScripts {

	static final LuaScript<List<Object>> PUBLISH = LuaScript.list("stream/publish", 3, LuaScript.ANY);

	static final LuaScript<Long> GROUP = LuaScript.integer("stream/group", 3, 1);

	static final LuaScript<List<Object>> TAKE = LuaScript.list("stream/take", 2, 2);

	static final LuaScript<List<Object>> ACK = LuaScript.list("stream/ack", 4, LuaScript.ANY);

	static final LuaScript<List<Object>> NACK = LuaScript.list("stream/nack", 3, LuaScript.ANY);

	static final LuaScript<List<Object>> BURY = LuaScript.list("stream/bury", 7, 9);

	static final LuaScript<List<Object>> EXTEND = LuaScript.list("stream/extend", 2, LuaScript.ANY);

	static final LuaScript<List<Object>> RECOVER = LuaScript.list("stream/recover", 7, 11);

	static final LuaScript<Long> PAUSE = LuaScript.integer("stream/pause", 1, 1);

	static final LuaScript<Long> LEAVE = LuaScript.integer("stream/leave", 2, 2);

	static final LuaScript<List<Object>> STATS = LuaScript.list("stream/stats", 5, 2);

	static final LuaScript<Long> REDRIVE = LuaScript.integer("stream/redrive", 2, LuaScript.ANY);

	static final LuaScript<List<Object>> LETTERS = LuaScript.list("stream/letters", 1, 2);

	static final LuaScript<List<Object>> PENDING = LuaScript.list("stream/pending", 2, 3);

	static final LuaScript<Long> PURGE = LuaScript.integer("stream/purge", 1, 1);

	static final LuaScript<Long> CLEAR = LuaScript.integer("stream/clear", LuaScript.ANY, LuaScript.ANY);

	static final LuaScript<List<Object>> GROUPS = LuaScript.list("stream/groups", 1, 0);

	static final LuaScript<List<Object>> GROUP_STATS = LuaScript.list("stream/group-stats", 1, 0);

	static final LuaScript<Long> DISBAND = LuaScript.integer("stream/disband", LuaScript.ANY, 2);

	static final LuaScript<Long> UNREAD = LuaScript.integer("stream/unread", 1, 4);

	static final LuaScript<Long> RETIRE = LuaScript.integer("stream/retire", LuaScript.ANY, LuaScript.ANY);

	private StreamScripts() {
	}

}
