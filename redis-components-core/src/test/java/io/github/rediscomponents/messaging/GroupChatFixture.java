package io.github.rediscomponents.messaging;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.KeySpace;
import io.github.rediscomponents.support.LiveSettings;
import io.github.rediscomponents.support.RedisPort;
import io.github.rediscomponents.test.RedisDeployment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Chats of their own for each test, and looks at what Redis holds of them.
 */
abstract class GroupChatFixture {

	final String prefix = "t" + UUID.randomUUID();

	final KeySpace keys = new KeySpace(this.prefix);

	final GroupChat<String> chats = chats(GroupChatSettings.defaults());

	protected abstract RedisPort port();

	protected abstract RedisDeployment server();

	GroupChat<String> chats(GroupChatSettings settings) {
		return factory(settings).of(String.class);
	}

	GroupChats factory(GroupChatSettings settings) {
		return GroupChats.create(port(), this.keys, ValueCodecs.json(), new LiveSettings<>(settings),
				MessagingMetrics.NONE);
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

	Object raw(String command, String key, String... args) {
		List<String> words = new ArrayList<>(List.of(command, key));
		words.addAll(List.of(args));
		return String.valueOf(server().masterFor(key).command(words.toArray(String[]::new)));
	}

	long number(String command, String key, String... args) {
		return Long.parseLong(String.valueOf(raw(command, key, args)));
	}

	List<String> keysLeft() {
		return server().nodes()
			.stream()
			.flatMap((node) -> ((List<?>) node.command("KEYS", this.prefix + ":*")).stream())
			.map(String::valueOf)
			.toList();
	}

}
