// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.link;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.Thrown;
import io.github.rediscomponents.support.server.Failures;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.lettuce.core.protocol.RedisCommand;
import org.jspecify.annotations.Nullable;

/**
 * Names the command that an ACL refuses, and the rule that grants it. Servers differ in
 * what they tell: Redis 6.2 leaves out the subcommand, and none tells the key or the
 * channel, so these come from the command.
 */
public final class Refusals {

	/** Quoted by all versions, outside and, since 7.0, inside of scripts. */
	private static final Pattern COMMAND = Pattern.compile("run (?:the )?'([^']+)'");

	private static final Pattern CHANNEL = Pattern.compile("channel", Pattern.CASE_INSENSITIVE);

	private static final Pattern KEY = Pattern.compile("key");

	/** Commands whose subcommands have rights of their own. */
	private static final Set<String> CONTAINERS = Set.of("ACL", "CLIENT", "CLUSTER", "COMMAND", "CONFIG", "SCRIPT",
			"XGROUP", "XINFO");

	private static final Set<String> OF_CHANNELS = Set.of("PUBLISH", "SPUBLISH", "SUBSCRIBE", "SSUBSCRIBE");

	/** More causes and suppressed exceptions in all are taken for endless. */
	private static final int MOST_EXCEPTIONS = 1000;

	private Refusals() {
	}

	/**
	 * Returns the refusal by an ACL that a failure is.
	 * @param failure as thrown by Lettuce or by waiting
	 * @return null if it is another failure
	 */
	public static @Nullable RedisCommandExecutionException refusal(Throwable failure) {
		return (Failures.unwrap(failure) instanceof RedisCommandExecutionException refusal
				&& Failures.isRefusedByAcl(refusal)) ? refusal : null;
	}

	/**
	 * Returns a refusal by an ACL among the causes of a failure, and among those that it
	 * suppressed: Lettuce collects the failures of several nodes.
	 * @param failure of connecting
	 * @return null if there is none
	 */
	public static @Nullable RedisCommandExecutionException refusalInside(Throwable failure) {
		Deque<Throwable> open = new ArrayDeque<>(List.of(failure));
		Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
		while (!open.isEmpty() && seen.size() < MOST_EXCEPTIONS) {
			Throwable next = open.remove();
			if (seen.add(next)) {
				RedisCommandExecutionException refusal = refusal(next);
				if (refusal != null) {
					return refusal;
				}
				open.addAll(List.of(next.getSuppressed()));
				Throwable cause = Thrown.cause(next);
				if (cause != null) {
					open.add(cause);
				}
			}
		}
		return null;
	}

	/**
	 * Passes on the outcome of a command, a refusal with the rule that is missing.
	 * @param sent the command
	 * @return a stage that fails with what {@link #explain} returns
	 */
	public static <T extends @Nullable Object> CompletionStage<T> explained(CompletionStage<T> sent) {
		return sent.handle((reply, failure) -> {
			if (failure != null) {
				throw new CompletionException(explain(sent, failure));
			}
			return reply;
		});
	}

	/**
	 * Names the command and the rule that is missing, if a failure is the refusal of an
	 * ACL.
	 * @param sent the command that failed; anything else if it is unknown
	 * @param failure as thrown by Lettuce or by waiting
	 * @return the refusal, or the same failure
	 */
	public static Throwable explain(@Nullable Object sent, Throwable failure) {
		RedisCommandExecutionException refusal = refusal(failure);
		if (refusal == null) {
			return failure;
		}
		return (sent instanceof RedisCommand<?, ?, ?> command) ? explain(name(command), firstKey(command), refusal)
				: explain("", "", refusal);
	}

	/**
	 * Names a command and the rule that is missing.
	 * @param command the command with its subcommand, empty if it is unknown
	 * @param key a key or a channel of it, empty if there is none
	 * @param refusal the refusal of an ACL
	 */
	public static RedisCommandException explain(String command, String key, RedisCommandExecutionException refusal) {
		String message = Thrown.message(refusal);
		String what = command.isEmpty() ? "A command" : "Command " + command;
		String where = (key.isEmpty() || OF_CHANNELS.contains(command)) ? "" : " on " + MissingRule.pattern(key);
		return new RedisCommandException(what + where + " was refused, because the Redis user "
				+ missing(command, key, message) + " (" + message + ")", refusal);
	}

	/**
	 * Returns the rule that is missing.
	 * @param command the command with its subcommand, empty if it is unknown
	 * @param key a key or a channel of it, empty if there is none
	 * @param message the reply of the server
	 */
	public static MissingRule missing(String command, String key, String message) {
		String refused = command(message);
		if (refused != null) {
			return MissingRule.command(command.startsWith(refused + " ") ? command : refused);
		}
		if (CHANNEL.matcher(message).find()) {
			return key.isEmpty() ? MissingRule.UNKNOWN : MissingRule.channelsLike(key);
		}
		if (KEY.matcher(message).find() && !key.isEmpty()) {
			return MissingRule.keysLike(key);
		}
		return MissingRule.UNKNOWN;
	}

	/**
	 * Returns the command that a reply names.
	 * @param message the reply of the server
	 * @return in upper case, a subcommand after a space; null if it names none
	 */
	public static @Nullable String command(String message) {
		Matcher command = COMMAND.matcher(message);
		return command.find() ? command.group(1).toUpperCase(Locale.ROOT).replace('|', ' ') : null;
	}

	private static String name(RedisCommand<?, ?, ?> command) {
		String name = command.getType().toString().toUpperCase(Locale.ROOT);
		CommandArgs<?, ?> args = command.getArgs();
		if (args == null || !CONTAINERS.contains(name)) {
			return name;
		}
		String first = args.toCommandString().split(" ", 2)[0].toUpperCase(Locale.ROOT);
		return first.matches("[A-Z]+") ? name + " " + first : name;
	}

	private static String firstKey(RedisCommand<?, ?, ?> command) {
		CommandArgs<?, ?> args = command.getArgs();
		// Its first "key" is the group.
		if (args == null || command.getType() == CommandType.XREADGROUP) {
			return "";
		}
		ByteBuffer key = args.getFirstEncodedKey();
		return (key != null) ? StandardCharsets.UTF_8.decode(key.duplicate()).toString() : "";
	}

}
