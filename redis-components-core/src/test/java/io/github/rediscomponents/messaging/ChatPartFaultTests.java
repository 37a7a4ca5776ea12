// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.messaging.AckResult.Acknowledged;
import io.github.rediscomponents.messaging.SendResult.Sent;
import io.github.rediscomponents.support.PartFaultFixture;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Faults between two scripts that forget own messages of a chat.
 */
class ChatPartFaultTests extends PartFaultFixture {

	private static final int MANY = 1600;

	private final GroupChat<String> calmChats = chats(this.calm);

	private final long[] last = new long[100];

	@ParameterizedTest
	@EnumSource
	void acknowledgeManyOwnMessages(Fault fault) {
		GroupChat<String> chats = chats(port(fault));
		this.<AckResult>sweep(fault, this::talk, (n) -> chats.acknowledge("c" + n, "anna", this.last[n] - 1),
				(n, result, repeated) -> {
					assertThat(result).isEqualTo(new Acknowledged(this.last[n] - 1, 1));
					assertThat(size(n, "own")).isEqualTo("1");
					assertThat(this.calmChats.unread("c" + n, "anna")).hasValue(1);
					assertThat(this.calmChats.unread("c" + n, "ben")).hasValue(MANY);
				});
	}

	@ParameterizedTest
	@EnumSource
	void leaveAChatWithManyOwnMessages(Fault fault) {
		GroupChat<String> chats = chats(port(fault));
		this.<LeaveResult>sweep(fault, this::talk, (n) -> chats.leave("c" + n, "anna"), (n, result, repeated) -> {
			if (!repeated) {
				assertThat(result).isEqualTo(LeaveResult.LEFT);
			}
			assertThat(size(n, "own")).isEqualTo("1");
			assertThat(this.calmChats.members("c" + n)).containsExactly("ben");
			assertThat(this.calmChats.chats("anna")).isEmpty();
			assertThat(this.calmChats.unread("c" + n, "ben")).hasValue(MANY);
			this.calmChats.join("c" + n, "anna");
			assertThat(this.calmChats.unread("c" + n, "anna")).hasValue(0);
			this.calmChats.leave("c" + n, "anna");
		});
	}

	private String size(int n, String part) {
		return String.valueOf(this.server.command("ZCARD", this.keys.key("group-chat", "chat:c" + n, part)));
	}

	/** Anna sends many messages, Ben the last one. */
	private void talk(int n) {
		this.calmChats.create("c" + n, List.of("anna", "ben"));
		CompletableFuture
			.allOf(Stream.of(0, 1, 2, 3)
				.map((part) -> CompletableFuture.runAsync(() -> IntStream.range(0, MANY / 4)
					.forEach((i) -> this.calmChats.send("c" + n, "anna", "message"))))
				.toArray(CompletableFuture[]::new))
			.join();
		this.last[n] = ((Sent) this.calmChats.send("c" + n, "ben", "answer")).seq();
	}

	private GroupChat<String> chats(CommandPort redis) {
		return GroupChats
			.create(redis, this.keys, ValueCodecs.json(), new LiveSettings<>(GroupChatSettings.defaults()),
					MessagingObserver.NONE)
			.get(String.class);
	}

}
