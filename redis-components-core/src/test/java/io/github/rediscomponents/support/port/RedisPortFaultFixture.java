// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.time.Duration;

/**
 * What tests of a port have in common whose server goes away.
 */
abstract class RedisPortFaultFixture {

	static final Duration SHORT = Duration.ofMillis(300);

	static final Duration PATIENCE = Duration.ofMinutes(1);

	static final LuaScript<Long> ADD = LuaScript.integer("test/add", 1, 0);

	static String ping(CommandPort port) {
		return port.call((commands) -> commands.ping());
	}

}
