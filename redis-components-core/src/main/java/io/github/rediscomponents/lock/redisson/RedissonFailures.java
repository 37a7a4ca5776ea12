// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock.redisson;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.regex.Pattern;

import org.redisson.RedissonShutdownException;
import org.redisson.client.RedisConnectionException;
import org.redisson.client.RedisException;
import org.redisson.client.RedisNoScriptException;
import org.redisson.client.RedisNodeNotFoundException;
import org.redisson.client.RedisReadonlyException;
import org.redisson.client.RedisReconnectedException;
import org.redisson.client.RedisResponseTimeoutException;
import org.redisson.client.RedisRetryException;
import org.redisson.client.RedisTimeoutException;
import org.redisson.client.RedisWaitException;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.lease.Futures;
import io.github.rediscomponents.support.Attempt;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Thrown;

/**
 * Translates exceptions of Redisson into those of the components.
 */
final class RedissonFailures {

	private static final String NO_ANSWER = "No answer from Redis: ";

	/** How Redisson begins to tell of the command and its connection. */
	private static final Pattern COMMAND = Pattern.compile("(?i)[.,]? *(channel: \\[|command: \\(|params:|data: ).*",
			Pattern.DOTALL);

	private RedissonFailures() {
	}

	/**
	 * Sends a command, and translates its failure.
	 */
	static <T> CompletableFuture<T> translated(Supplier<? extends CompletionStage<T>> sending) {
		return Futures.plain(Attempt.of(sending), RedissonFailures::translate);
	}

	/** Never throws, whatever the methods of the failure do. */
	static RuntimeException translate(Throwable failure) {
		Throwable cause = Futures.cause(failure);
		if (cause instanceof RedisComponentsException known) {
			return known;
		}
		String message = brief(Thrown.message(cause));
		// Redisson loads a forgotten script once; it may be forgotten again meanwhile.
		if (cause instanceof RedisNoScriptException || cause instanceof RedissonShutdownException
				|| cause instanceof RedisNodeNotFoundException
				|| (cause instanceof RedisRetryException && !(cause instanceof RedisWaitException))) {
			return new RedisUnavailableException("Redis refused for now: " + message, Outcome.NOT_EXECUTED, cause);
		}
		if (cause instanceof RedisTimeoutException || cause instanceof RedisConnectionException
				|| cause instanceof RedisWaitException || cause instanceof RedisReconnectedException
				|| cause instanceof RedisReadonlyException) {
			return new RedisUnavailableException(NO_ANSWER + message, Outcome.UNKNOWN, cause);
		}
		if (!(cause instanceof RedisException)) {
			return new RedisUnavailableException(NO_ANSWER + message, Outcome.UNKNOWN, FailureLog.describable(cause));
		}
		return new RedisCommandException(message, cause);
	}

	/** Without the command, whose parameters are the script and names of locks. */
	private static String brief(String message) {
		return COMMAND.matcher(message).replaceFirst("");
	}

	/**
	 * Whether the subscription for a lock timed out, which leaves the lock's state
	 * unknown.
	 */
	static boolean isLateSubscription(Throwable failure) {
		Throwable cause = Futures.cause(failure);
		return cause instanceof RedisTimeoutException && !(cause instanceof RedisResponseTimeoutException);
	}

	static boolean isNotHeld(Throwable failure) {
		return Futures.cause(failure) instanceof IllegalMonitorStateException;
	}

}
