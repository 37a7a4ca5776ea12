// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import io.lettuce.core.GeoWithin;
import io.lettuce.core.KeyValue;
import io.lettuce.core.ScoredValue;
import io.lettuce.core.StreamMessage;
import io.lettuce.core.event.command.CommandListener;
import io.lettuce.core.event.command.CommandStartedEvent;
import io.lettuce.core.event.command.CommandSucceededEvent;
import io.lettuce.core.protocol.RedisCommand;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/**
 * The commands that the snippets send, with the replies of Redis, in the order in which
 * they are sent.
 */
final class SentCommands implements CommandListener {

	private static final String PLACE = SentCommands.class.getName();

	private static final String NOTHING = "nil";

	private final List<Sent> all = new CopyOnWriteArrayList<>();

	@Override
	@SuppressWarnings("unchecked")
	public void commandStarted(CommandStartedEvent event) {
		Sent sent = new Sent(text(event.getCommand()));
		this.all.add(sent);
		event.getContext().put(PLACE, sent);
	}

	@Override
	public void commandSucceeded(CommandSucceededEvent event) {
		((Sent) event.getContext().get(PLACE)).reply = rendered(event.getCommand().getOutput().get());
	}

	List<Sent> all() {
		// Without the clock of the scene.
		return this.all.stream().filter((sent) -> !sent.command().contains(" scene:")).toList();
	}

	private static String text(RedisCommand<?, ?, ?> command) {
		List<String> words = new ArrayList<>(List.of(command.getType().toString()));
		if (words.get(0).startsWith("EVAL")) {
			return "unlock script";
		}
		if (command.getArgs() != null) {
			ByteBuf buffer = Unpooled.buffer();
			command.getArgs().encode(buffer);
			// Each argument is a line with its length and a line with its text.
			String[] lines = buffer.toString(StandardCharsets.UTF_8).split("\r\n");
			for (int i = 1; i < lines.length; i += 2) {
				words.add(lines[i]);
			}
		}
		return String.join(" ", words);
	}

	private static String rendered(@Nullable Object reply) {
		if (reply instanceof byte[] bytes) {
			return new String(bytes, StandardCharsets.UTF_8);
		}
		if (reply instanceof Collection<?> several) {
			return several.isEmpty() ? NOTHING
					: several.stream().map(SentCommands::rendered).collect(Collectors.joining(" "));
		}
		if (reply instanceof ScoredValue<?> scored) {
			return rendered(scored.getValue());
		}
		if (reply instanceof KeyValue<?, ?> found) {
			return rendered(found.getValueOrElse(null));
		}
		if (reply instanceof GeoWithin<?> found) {
			return rendered(found.getMember());
		}
		if (reply instanceof StreamMessage<?, ?> entry) {
			return rendered(entry.getBody().values());
		}
		return (reply != null) ? reply.toString() : NOTHING;
	}

	/** A command and its reply, which may never arrive. */
	static final class Sent {

		private final String command;

		private volatile @Nullable String reply;

		private Sent(String command) {
			this.command = command;
		}

		String command() {
			return this.command;
		}

		@Nullable String reply() {
			return this.reply;
		}

		@Override
		public String toString() {
			return this.command + " -> " + this.reply;
		}

	}

}
