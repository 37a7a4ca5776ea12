// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.entry;

import java.util.List;

import io.github.rediscomponents.support.port.LuaScript;

/**
 * The scripts of this room.
 *
 * @since 1.0.0
 */
public final class CacheScripts {

	public static final LuaScript<List<Object>> ACQUIRE = LuaScript.list("cache/acquire", 2, 4);

	public static final LuaScript<Long> FILL = LuaScript.integer("cache/fill", 2, 9);

	public static final LuaScript<List<Object>> PUT_IF_ABSENT = LuaScript.list("cache/put-if-absent", 2, 9);

	public static final LuaScript<Long> EXTEND = LuaScript.integer("cache/extend", 1, 2);

	public static final LuaScript<Long> RELEASE = LuaScript.integer("cache/release", 1, 3);

	public static final LuaScript<Long> INVALIDATE = LuaScript.integer("cache/invalidate", 2, 4);

	public static final LuaScript<Long> GENERATION = LuaScript.integer("cache/generation", 1, 1);

	public static final LuaScript<Long> CLEAR = LuaScript.integer("cache/clear", 1, 3);

	public static final LuaScript<List<Object>> TAGS = LuaScript.list("cache/tags", 1, LuaScript.ANY);

	public static final LuaScript<Long> INVALIDATE_TAGS = LuaScript.integer("cache/invalidate-tags", 1, LuaScript.ANY);

	public static final LuaScript<Long> PUBLISH = LuaScript.integer("cache/publish", 1, 2);

	public static final LuaScript<Long> PROBE = LuaScript.integer("cache/probe", 1, 0);

	private CacheScripts() {
	}

}
