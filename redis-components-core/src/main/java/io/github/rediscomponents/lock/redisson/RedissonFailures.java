package io.github.rediscomponents.lock.redisson;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;

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

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisErrorException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;

/**
 * Turns what Redisson throws into what the components throw.
 */
final class RedissonFailures {

	private RedissonFailures() {
	}

	/**
	 * Waits for an answer of Redisson, for which its own timeouts are a bound.
	 */
	static <T> T await(CompletionStage<T> answer) {
		try {
			return answer.toCompletableFuture().join();
		}
		catch (RuntimeException ex) {
			throw translate(ex);
		}
	}

	static RuntimeException translate(Throwable failure) {
		Throwable cause = unwrap(failure);
		if (cause instanceof RedisComponentsException known) {
			return known;
		}
		String message = String.valueOf(cause.getMessage());
		// Redisson loads a forgotten script once; it may be forgotten again meanwhile.
		if (cause instanceof RedisNoScriptException || cause instanceof RedissonShutdownException
				|| cause instanceof RedisNodeNotFoundException
				|| (cause instanceof RedisRetryException && !(cause instanceof RedisWaitException))) {
			return new RedisUnavailableException("Redis refused for now: " + message, Outcome.NOT_EXECUTED, cause);
		}
		if (cause instanceof RedisTimeoutException || cause instanceof RedisConnectionException
				|| cause instanceof RedisWaitException || cause instanceof RedisReconnectedException
				|| cause instanceof RedisReadonlyException || !(cause instanceof RedisException)) {
			return new RedisUnavailableException("No answer from Redis: " + message, Outcome.UNKNOWN, cause);
		}
		return new RedisErrorException(message, cause);
	}

	/**
	 * Whether a lock could not be listened to in time, which says nothing about the lock.
	 */
	static boolean isLateSubscription(Throwable failure) {
		Throwable cause = unwrap(failure);
		return cause instanceof RedisTimeoutException && !(cause instanceof RedisResponseTimeoutException);
	}

	static boolean isNotHeld(Throwable failure) {
		return unwrap(failure) instanceof IllegalMonitorStateException;
	}

	private static Throwable unwrap(Throwable failure) {
		Throwable cause = failure;
		while ((cause instanceof CompletionException || cause instanceof ExecutionException)
				&& cause.getCause() != null) {
			cause = cause.getCause();
		}
		return cause;
	}

}
