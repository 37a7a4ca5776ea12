// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.PartOutcomeFixture;
import io.github.rediscomponents.support.port.CommandPort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What exceptions of group chats say when one of several calls is refused.
 */
class ChatPartOutcomeTests extends PartOutcomeFixture {

	@ParameterizedTest
	@EnumSource
	void createAChat(Refusal refusal) {
		GroupChat<String> chats = chats(sweptPort());
		GroupChat<String> looked = chats(this.calm);
		sweep(refusal, (n) -> {
		}, (n) -> assertThat(chats.create("c" + n, List.of("anna", "ben"))).isTrue(),
				(n) -> List.of(looked.members("c" + n), looked.chats("anna"), looked.chats("ben")));
	}

	@ParameterizedTest
	@EnumSource
	void joinAChat(Refusal refusal) {
		GroupChat<String> chats = chats(sweptPort());
		GroupChat<String> looked = chats(this.calm);
		sweep(refusal, (n) -> looked.create("c" + n, List.of("anna")), (n) -> chats.join("c" + n, "ben"),
				(n) -> List.of(looked.members("c" + n), looked.chats("ben")));
	}

	@ParameterizedTest
	@EnumSource
	void leaveAChat(Refusal refusal) {
		GroupChat<String> chats = chats(sweptPort());
		GroupChat<String> looked = chats(this.calm);
		sweep(refusal, (n) -> talk(looked, "c" + n), (n) -> chats.leave("c" + n, "anna"),
				(n) -> List.of(looked.members("c" + n), looked.chats("anna")));
	}

	@ParameterizedTest
	@EnumSource
	void acknowledgeManyOwnMessages(Refusal refusal) {
		GroupChat<String> chats = chats(sweptPort());
		GroupChat<String> looked = chats(this.calm);
		long[] last = new long[10];
		sweep(refusal, (n) -> last[n] = talk(looked, "c" + n), (n) -> chats.acknowledge("c" + n, "anna", last[n]),
				(n) -> looked.fetch("c" + n, "anna", 1).orElseThrow().messages());
	}

	/** Anna says more than one script forgets. */
	private static long talk(GroupChat<String> chats, String chat) {
		chats.create(chat, List.of("anna", "ben"));
		IntStream.range(0, 600).forEach((i) -> chats.send(chat, "anna", "message"));
		return ((SendResult.Sent) chats.send(chat, "ben", "answer")).seq();
	}

	private GroupChat<String> chats(CommandPort redis) {
		return GroupChats
			.create(redis, this.keys, ValueCodecs.json(), new LiveSettings<>(GroupChatSettings.defaults()),
					MessagingObserver.NONE)
			.get(String.class);
	}

}
