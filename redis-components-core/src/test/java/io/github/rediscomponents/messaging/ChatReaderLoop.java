// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * A process that fetches, says what, and acknowledges when it is told to. Lines:
 * {@code read <which fetch> <chat> <body>}, then {@code fetched <which fetch>}.
 */
final class ChatReaderLoop {

	private ChatReaderLoop() {
	}

	/** Arguments: prefix of the keys, user, and where Redis is: several for a cluster. */
	public static void main(String[] args) throws IOException {
		List<String> uris = Arrays.asList(args).subList(2, args.length);
		BufferedReader orders = new BufferedReader(new InputStreamReader(System.in));
		try (CommandPort port = TestPorts.connected(TestPorts.open(uris, Duration.ofSeconds(20)))) {
			GroupChat<String> chats = GroupChats
				.create(port, new KeySpace(args[0]), ValueCodecs.json(),
						new LiveSettings<>(GroupChatSettings.defaults()), MessagingObserver.NONE)
				.get(String.class);
			int times = 0;
			do {
				int fetch = ++times;
				List<ChatMessages<String>> waiting = chats.fetch(args[1], 3);
				waiting.forEach((found) -> found.messages()
					.forEach((message) -> System.out
						.println("read " + fetch + " " + found.chat() + " " + message.body())));
				System.out.println("fetched " + fetch);
				if (orders.readLine() == null) {
					return;
				}
				waiting.forEach((found) -> chats.acknowledge(found.chat(), args[1], found.upTo()));
			}
			while (true);
		}
	}

}
