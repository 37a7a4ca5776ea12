// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.store;

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
}
