// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.port;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.rediscomponents.support.link.Refusals;
import io.github.rediscomponents.support.server.Failures;
import io.github.rediscomponents.support.server.RedisConnector;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.output.ValueOutput;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the replies of scripts. A script that announces something on a channel does so
 * after its writes, which Redis does not roll back: a refused PUBLISH is not the script's
 * failure. The script replies with the error inside of an array. The error is left out of
 * what the caller gets, and logged once for each script and reason.
 */
final class ScriptOutputs {

	private static final Logger logger = LoggerFactory.getLogger(ScriptOutputs.class);

	/** One line of the log each; there are few scripts and reasons. */
	private static final Set<String> logged = ConcurrentHashMap.newKeySet();

	private ScriptOutputs() {
	}

	@SuppressWarnings("unchecked")
	static <T extends @Nullable Object> CommandOutput<String, byte[], T> of(LuaScript<T> script) {
		return (CommandOutput<String, byte[], T>) switch (script.output()) {
			case INTEGER -> new WholeNumber(script);
			case VALUE -> new ValueOutput<>(RedisConnector.CODEC);
			case MULTI -> new Array(script);
			default -> throw new IllegalArgumentException("No script replies with " + script.output());
		};
	}

	/**
	 * Returns whether an error in a reply is that of an announcement, which is logged.
	 */
	private static boolean isAnnouncement(LuaScript<?> script, boolean inArray, ByteBuffer message) {
		if (inArray) {
			refused(script, StandardCharsets.UTF_8.decode(message.duplicate()).toString());
		}
		return inArray;
	}

	private static void refused(LuaScript<?> script, String error) {
		if (logged.add(script.name() + error)) {
			logger.warn("Script {} was executed, but its announcement was refused: {}{}."
					+ " Other processes notice the change late", script.name(), error, hint(script, error));
		}
	}

	/** The channel is an argument, which is not known here. */
	private static String hint(LuaScript<?> script, String error) {
		if (!Failures.isRefusedByAcl(error)) {
			return "";
		}
		String room = script.name().substring(0, script.name().indexOf('/')).replace("lease", "lock");
		return "; " + Refusals.missing("PUBLISH", "<key prefix>:" + room + ":channel:", error);
	}

	/** An integer, or an array of it and an error. */
	private static final class WholeNumber extends IntegerOutput<String, byte[]> {

		private final LuaScript<?> script;

		private boolean array;

		WholeNumber(LuaScript<?> script) {
			super(RedisConnector.CODEC);
			this.script = script;
		}

		/** Lettuce would complete the future of a number with null. */
		@Override
		public void set(@Nullable ByteBuffer bytes) {
			if (bytes == null) {
				throw new IllegalStateException("Script " + this.script.name() + " replied nil instead of a number");
			}
			super.set(bytes);
		}

		@Override
		public void multi(int count) {
			this.array = true;
		}

		@Override
		public void setError(ByteBuffer error) {
			if (!isAnnouncement(this.script, this.array, error)) {
				super.setError(error);
			}
		}

	}

	/** An array, with or without an error at its end. */
	private static final class Array extends NestedMultiOutput<String, byte[]> {

		private final LuaScript<?> script;

		private boolean array;

		Array(LuaScript<?> script) {
			super(RedisConnector.CODEC);
			this.script = script;
		}

		@Override
		public void multi(int count) {
			this.array = true;
			super.multi(count);
		}

		@Override
		public void setError(ByteBuffer error) {
			if (!isAnnouncement(this.script, this.array, error)) {
				super.setError(error);
			}
		}

	}

}
