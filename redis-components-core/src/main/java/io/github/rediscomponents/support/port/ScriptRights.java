// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.support.link.MissingRule;
import io.github.rediscomponents.support.link.Refusals;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import org.jspecify.annotations.Nullable;

/**
 * The known rights of the user that runs the scripts. Redis does not roll a script back:
 * a command that an ACL refuses in its middle leaves the earlier writes. So the first
 * time that a restricted user runs a script, its text goes out with a prelude that tries
 * the right to each command of the script before the first of them runs. That costs no
 * round trip, and later calls nothing. For a user without restrictions nothing is tried.
 */
final class ScriptRights {

	private static final LuaScript<byte[]> PRELUDE = LuaScript.bytes("support/rights", 1, 0);

	private static final Pattern CALL = Pattern.compile("\\bp?call\\('([A-Z.]+)'(?:, '([A-Z]+)')?");

	private static final Pattern SUBCOMMANDS = Pattern.compile("XGROUP|XINFO");

	/** In the middle of a script Redis 6.2 names the line, and not the command. */
	private static final Pattern LINE = Pattern.compile("user_script: ?(\\d+)");

	private static final String MAY_NOT_RUN = "can't run";

	private final Set<LuaScript<?>> proven = ConcurrentHashMap.newKeySet();

	private final Map<LuaScript<?>, byte[]> texts = new ConcurrentHashMap<>();

	/** Assumed until the server has reported the user. */
	private volatile boolean restricted = true;

	/**
	 * Notifies of a new connection, which may lead to another server or another user.
	 * @param nowRestricted whether the user may lack rights
	 */
	void connected(boolean nowRestricted) {
		this.restricted = nowRestricted;
		this.proven.clear();
	}

	/**
	 * Returns whether a script has to be sent by its {@link #text} first.
	 */
	boolean mustProve(LuaScript<?> script, String[] keys) {
		return this.restricted && keys.length > 0 && !this.proven.contains(script);
	}

	/**
	 * Notifies that the {@link #text} of a script has run.
	 */
	void proved(LuaScript<?> script) {
		this.proven.add(script);
	}

	/**
	 * Runs the {@link #text} of a script.
	 */
	<T extends @Nullable Object> RedisFuture<T> prove(RedisClusterAsyncCommands<String, byte[]> commands,
			LuaScript<T> script, String[] keys, byte[]... args) {
		RedisFuture<T> reply = ScriptCommands.eval(commands, script, text(script), keys, args);
		reply.whenComplete((known, failure) -> {
			if (failure == null) {
				proved(script);
			}
		});
		return reply;
	}

	/**
	 * Returns a script behind the prelude.
	 */
	byte[] text(LuaScript<?> script) {
		return this.texts.computeIfAbsent(script, ScriptRights::make);
	}

	private static byte[] make(LuaScript<?> script) {
		StringBuilder need = new StringBuilder("do local need = {");
		commands(script.source()).forEach((command) -> need.append('\'').append(command).append("', "));
		String prelude = PRELUDE.source()
			.lines()
			.filter((line) -> !line.startsWith("--"))
			.collect(Collectors.joining(" "));
		// All on the first line, so that those of the script keep their numbers.
		return (need + "} " + prelude + " end " + script.source()).getBytes(StandardCharsets.UTF_8);
	}

	/**
	 * Returns the commands that a script may run.
	 */
	static Set<String> commands(String source) {
		Set<String> commands = new LinkedHashSet<>();
		Matcher matcher = CALL.matcher(source);
		while (matcher.find()) {
			String command = matcher.group(1);
			boolean divided = SUBCOMMANDS.matcher(command).matches() && matcher.group(2) != null;
			commands.add(divided ? command + " " + matcher.group(2) : command);
		}
		return commands;
	}

	/**
	 * Names the script, and the right that is missing, where a failure is the refusal of
	 * an ACL.
	 * @param failure as thrown by Lettuce or by waiting
	 * @return the refusal, or the same failure
	 */
	Throwable explain(LuaScript<?> script, String[] keys, Throwable failure) {
		RedisCommandExecutionException refusal = Refusals.refusal(failure);
		if (refusal == null) {
			return failure;
		}
		String message = String.valueOf(refusal.getMessage());
		boolean expected = this.restricted && !this.proven.contains(script);
		if (!expected && isAboutACommand(message)) {
			// Rights that were there have been taken away, and more of them may have
			// been.
			connected(true);
		}
		String where = (keys.length > 0) ? " on " + MissingRule.pattern(keys[0]) : "";
		return new RedisCommandException("Script " + script.name() + where + " was refused, because the Redis user "
				+ missing(script, keys, message) + " (" + message + ")", refusal);
	}

	private static boolean isAboutACommand(String message) {
		return Refusals.command(message) != null || message.contains(MAY_NOT_RUN);
	}

	private static MissingRule missing(LuaScript<?> script, String[] keys, String message) {
		Matcher line = LINE.matcher(message);
		if (Refusals.command(message) == null && message.contains(MAY_NOT_RUN) && line.find()) {
			return MissingRule.commands(commandsAt(script, Integer.parseInt(line.group(1))));
		}
		return Refusals.missing("", (keys.length > 0) ? keys[0] : "", message);
	}

	/**
	 * Returns the commands of a line of a script, or all of the script if the line has
	 * none by name.
	 */
	private static Set<String> commandsAt(LuaScript<?> script, int line) {
		String text = script.source().lines().skip(line - 1L).findFirst().orElse("");
		Set<String> commands = commands(text);
		return commands.isEmpty() ? commands(script.source()) : commands;
	}

}
