// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.behind;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import io.lettuce.core.event.command.CommandFailedEvent;
import io.lettuce.core.event.command.CommandListener;
import io.lettuce.core.event.command.CommandStartedEvent;
import io.lettuce.core.event.command.CommandSucceededEvent;
import io.lettuce.core.protocol.CommandArgs;
import org.jspecify.annotations.Nullable;

/**
 * Counts the commands that the thread of a request sends to Redis. The component is the
 * part of the first key that follows the prefix.
 */
class TracedCommands implements CommandListener {

	private static final String PLACE = TracedCommands.class.getName();

	private final String prefix;

	TracedCommands(String prefix) {
		this.prefix = prefix + ":";
	}

	@Override
	public void commandStarted(CommandStartedEvent event) {
		Trace trace = Trace.current();
		if (trace != null) {
			Trace.Trips trips = trace.sent(component(event.getCommand().getArgs()));
			event.getContext().put(PLACE, new Sent(trips, System.nanoTime()));
		}
	}

	@Override
	public void commandSucceeded(CommandSucceededEvent event) {
		ended(event.getContext());
	}

	@Override
	public void commandFailed(CommandFailedEvent event) {
		ended(event.getContext());
	}

	private static void ended(Map<String, Object> context) {
		if (context.get(PLACE) instanceof Sent sent) {
			sent.trips().replied(System.nanoTime() - sent.at());
		}
	}

	private String component(@Nullable CommandArgs<?, ?> args) {
		ByteBuffer first = (args != null) ? args.getFirstEncodedKey() : null;
		if (first == null) {
			return Trace.OTHER;
		}
		String key = StandardCharsets.UTF_8.decode(first.duplicate()).toString();
		int end = key.indexOf(':', this.prefix.length());
		return (key.startsWith(this.prefix) && end > 0) ? key.substring(this.prefix.length(), end) : Trace.OTHER;
	}

	private record Sent(Trace.Trips trips, long at) {
	}

}
