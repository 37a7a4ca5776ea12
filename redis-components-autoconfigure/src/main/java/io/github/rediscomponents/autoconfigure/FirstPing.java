// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.function.BooleanSupplier;

import org.slf4j.Logger;

import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Opens connections before the first call without waiting for them.
 *
 * @since 1.0.0
 */
public final class FirstPing {

	private FirstPing() {
	}

	/**
	 * Connects, and logs a failure unless the connection is no longer wanted: whatever is
	 * closed meanwhile fails, too.
	 * @param redis the connections
	 * @param wanted returns whether the failure is of interest
	 * @param logger the target of the line
	 * @param message the message, with a pair of braces for each argument
	 * @param args the arguments
	 */
	public static void send(CommandPort redis, BooleanSupplier wanted, Logger logger, String message, Object... args) {
		redis.callAsync((commands) -> commands.ping()).whenComplete((pong, failure) -> {
			if (failure != null && wanted.getAsBoolean()) {
				FailureLog.warnOnce(logger, failure, message, args);
			}
			else if (failure != null) {
				FailureLog.debug(logger, failure, message, args);
			}
		});
	}

}
