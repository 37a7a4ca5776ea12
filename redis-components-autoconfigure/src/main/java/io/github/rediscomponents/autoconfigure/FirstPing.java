// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Thrown;
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
	 * closed meanwhile fails, too. The line names a likely cause that the failure does
	 * not.
	 * @param redis the connections
	 * @param wanted returns whether the failure is of interest
	 * @param logger the target of the line
	 * @param message the message, with a pair of braces for each argument
	 * @param args the arguments
	 */
	public static void send(CommandPort redis, BooleanSupplier wanted, Logger logger, String message, Object... args) {
		redis.callAsync((commands) -> commands.ping()).whenComplete((pong, failure) -> {
			if (failure != null) {
				(wanted.getAsBoolean() ? likelyCause(redis, failure) : unknown()).whenComplete((cause, none) -> {
					// The search takes seconds, and the application may close meanwhile.
					if (wanted.getAsBoolean()) {
						warn(logger, failure, (cause != null) ? cause.orElse(null) : null, message, args);
					}
					else {
						FailureLog.debug(logger, failure, message, args);
					}
				});
			}
		});
	}

	private static void warn(Logger logger, Throwable failure, @Nullable String cause, String message, Object... args) {
		if (cause == null) {
			FailureLog.warnOnce(logger, failure, message, args);
			return;
		}
		Object[] explained = Arrays.copyOf(args, args.length + 1);
		explained[args.length] = cause;
		FailureLog.warnOnce(logger, failure, message + ": {}", explained);
	}

	private static CompletionStage<Optional<String>> likelyCause(CommandPort redis, Throwable failure) {
		try {
			if (Thrown.unwrapped(failure) instanceof RedisUnavailableException
					&& !(Thrown.root(failure) instanceof UnknownHostException)) {
				return redis.likelyCause();
			}
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			// Shut down, or there is no thread: the failure is logged as it is.
		}
		return unknown();
	}

	private static CompletionStage<Optional<String>> unknown() {
		return CompletableFuture.completedStage(Optional.empty());
	}

}
