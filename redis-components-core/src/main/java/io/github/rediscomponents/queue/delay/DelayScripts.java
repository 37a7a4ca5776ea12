// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.util.List;

import io.github.rediscomponents.support.port.LuaScript;

/**
 * The scripts of delay queues.
 */
final class DelayScripts {

	static final LuaScript<List<Object>> SCHEDULE = LuaScript.list("delay/schedule", 3, LuaScript.ANY);

	static final LuaScript<Long> CANCEL = LuaScript.integer("delay/cancel", 3, 4);

	static final LuaScript<Long> RESCHEDULE = LuaScript.integer("delay/reschedule", 3, 6);

	static final LuaScript<List<Object>> PROMOTE = LuaScript.list("delay/promote", 6, 4);

	static final LuaScript<List<Object>> PEEK = LuaScript.list("delay/peek", 2, 2);

	static final LuaScript<List<Object>> PAGE = LuaScript.list("delay/page", 2, 3);

	static final LuaScript<List<Object>> STATS = LuaScript.list("delay/stats", 2, 0);

	static final LuaScript<Long> SIZE = LuaScript.integer("delay/size", 2, 0);

	static final LuaScript<Long> CLEAR = LuaScript.integer("delay/clear", 2, 2);

	private DelayScripts() {
	}

}
