// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.OwnKeysFixture;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Chats of their own for each test, and looks at what Redis holds of them.
 */
abstract class GroupChatFixture extends OwnKeysFixture {

	final GroupChat<String> chats = chats(GroupChatSettings.defaults());

	GroupChatFixture(RedisTopology topology) {
		super(topology);
	}

	GroupChat<String> chats(GroupChatSettings settings) {
		return factory(settings).get(String.class);
	}

	GroupChats factory(GroupChatSettings settings) {
		return GroupChats.create(port(), this.keys, ValueCodecs.json(), new LiveSettings<>(settings),
				MessagingObserver.NONE);
	}

	/** What waits in one chat, as texts; acknowledges it. */
	List<String> take(String chat, String user) {
		List<String> taken = new ArrayList<>();
		ChatMessages<String> found;
		do {
			found = this.chats.fetch(chat, user, 1000).orElseThrow();
			found.messages().forEach((message) -> taken.add(message.body()));
			assertThat(this.chats.acknowledge(chat, user, found.upTo())).isInstanceOf(AckResult.Acknowledged.class);
		}
		while (found.hasMore());
		return taken;
	}

	void sendAll(String chat, String from, int count) {
		IntStream.rangeClosed(1, count)
			.forEach((i) -> assertThat(this.chats.send(chat, from, "m" + i).isSent()).isTrue());
	}

	String chatKey(String chat, String part) {
		return this.keys.key("group-chat", "chat:" + chat, part);
	}

	String listKey(String user) {
		return this.keys.key("group-chat", "user:" + user, "chats");
	}

}
