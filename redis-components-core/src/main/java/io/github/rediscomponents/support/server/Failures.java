// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.server;

import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisException;
import io.lettuce.core.cluster.PartitionException;
import io.lettuce.core.RedisNoScriptException;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Thrown;

/**
 * Translates exceptions of Lettuce into those of the components.
 *
 * @since 1.0.0
 */
public final class Failures {

	/** Redis 6.2 puts the error of a command of a script behind text of its own. */
	private static final String WHERE = "(?:^|: -)";

	private static final Pattern DEMOTED = Pattern.compile(WHERE + "(?:READONLY|UNBLOCKED) ");

	private static final Pattern SLOTS = Pattern
		.compile(WHERE + "(?:READONLY|UNBLOCKED|CLUSTERDOWN|MOVED|ASK|MASTERDOWN) ");

	private static final Pattern MOVING = Pattern.compile(WHERE + "TRYAGAIN ");

	private static final Pattern PASSING = Pattern
		.compile(WHERE + "(?:LOADING|CLUSTERDOWN|MASTERDOWN|READONLY|TRYAGAIN|BUSY|NOREPLICAS) ");

	private static final Pattern ACL = Pattern
		.compile(WHERE + "NOPERM |ACL failure in script|The user executing the script can't");

	private Failures() {
	}

	/**
	 * Returns whether the server does not know a script by its digest.
	 * @param failure as thrown by Lettuce or by waiting
	 * @return true if the script can be sent as text
	 */
	public static boolean isNoScript(Throwable failure) {
		return unwrap(failure) instanceof RedisNoScriptException;
	}

	/**
	 * Returns whether an ACL refuses a command, a key or a channel.
	 * @param failure the error reply of the server
	 * @return true if a right is missing
	 */
	public static boolean isRefusedByAcl(RedisCommandExecutionException failure) {
		return isRefusedByAcl(Thrown.message(failure));
	}

	/**
	 * Returns whether an ACL refuses a command, a key or a channel.
	 * @param error the text of the error reply of the server
	 * @return true if a right is missing
	 */
	public static boolean isRefusedByAcl(String error) {
		return ACL.matcher(error).find();
	}

	/**
	 * Returns whether the server refuses for a state of its own that will pass.
	 */
	static boolean isPassing(RedisCommandExecutionException failure) {
		return PASSING.matcher(Thrown.message(failure)).find();
	}

	/**
	 * Returns the exception of the components for a failure. Never throws, whatever the
	 * methods of the failure do.
	 * @param failure as thrown by Lettuce or by waiting
	 * @return the failure itself if a component threw it or an argument is invalid
	 */
	public static RuntimeException translate(Throwable failure) {
		Throwable cause = unwrap(failure);
		if (cause instanceof RedisComponentsException known) {
			return known;
		}
		if (cause instanceof IllegalArgumentException known && Thrown.canBePassedOn(known)) {
			return known;
		}
		if (cause instanceof TimeoutException) {
			return new RedisUnavailableException("Redis did not answer in time", Outcome.UNKNOWN, cause);
		}
		if (cause instanceof CancellationException) {
			return closed(cause);
		}
		String message = Thrown.message(cause);
		if (cause instanceof RedisCommandExecutionException refusal) {
			return isPassing(refusal)
					? new RedisUnavailableException("Redis refused for now: " + message, Outcome.NOT_EXECUTED, cause)
					: new RedisCommandException(message, cause);
		}
		// Lettuce's own can be described; there may be many of them.
		Throwable shown = (cause instanceof RedisException) ? cause : FailureLog.describable(cause);
		return new RedisUnavailableException("No answer from Redis: " + message, Outcome.UNKNOWN, shown);
	}

	/**
	 * Lettuce cancels commands without a reply when a connection is closed, sent or not.
	 * @param cause the cancellation
	 * @return a failure with an unknown outcome
	 */
	public static RedisUnavailableException closed(Throwable cause) {
		return new RedisUnavailableException("The connection to Redis was closed before it answered", Outcome.UNKNOWN,
				cause);
	}

	/**
	 * Returns the exception that futures have wrapped.
	 * @param failure as thrown by Lettuce or by waiting
	 * @return the first cause that is not a wrapper
	 */
	public static Throwable unwrap(Throwable failure) {
		return Thrown.unwrapped(failure);
	}

	/**
	 * Returns whether the topology of a cluster may have changed: nothing was answered, a
	 * node could not be reached or is not known, or one refused for the state of its
	 * slots.
	 * @param failure as thrown by Lettuce or by waiting
	 * @return true if the topology is to be read
	 */
	public static boolean isSignOfAnotherTopology(Throwable failure) {
		Throwable cause = original(failure);
		return cause instanceof TimeoutException || ((cause instanceof RedisCommandExecutionException)
				? SLOTS.matcher(Thrown.message(cause)).find() : cause instanceof RedisException);
	}

	/**
	 * Returns whether the driver knows no node for a slot, or not the node that a
	 * redirection leads to.
	 * @param failure as thrown by Lettuce, by waiting or by the port
	 * @return true if the command was not sent to that node
	 */
	public static boolean isMissingNode(Throwable failure) {
		return original(failure) instanceof PartitionException;
	}

	/**
	 * Returns whether the keys of a command are on two nodes, because their slot moves.
	 * @param failure as thrown by Lettuce, by waiting or by the port
	 * @return true if the server refused for that
	 */
	public static boolean isMovingSlot(Throwable failure) {
		return original(failure) instanceof RedisCommandExecutionException refusal
				&& MOVING.matcher(Thrown.message(refusal)).find();
	}

	private static Throwable original(Throwable failure) {
		Throwable known = unwrap(failure);
		Throwable cause = (known instanceof RedisUnavailableException) ? Thrown.cause(known) : null;
		return (cause != null) ? unwrap(cause) : known;
	}

	/**
	 * Returns whether another server may have become primary: a replica refused a write,
	 * or nothing was answered.
	 * @param failure as thrown by Lettuce or by waiting
	 * @return true if a search for the primary is due
	 */
	public static boolean isSignOfAnotherPrimary(Throwable failure) {
		Throwable cause = original(failure);
		return cause instanceof TimeoutException
				|| (cause instanceof RedisCommandExecutionException && DEMOTED.matcher(Thrown.message(cause)).find());
	}

}
