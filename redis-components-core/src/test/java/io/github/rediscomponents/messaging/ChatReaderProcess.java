// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.time.Duration;
import java.util.stream.Collectors;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.support.TestPorts;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Fetches, says what, and then waits to be killed before it acknowledges.
 */
final class ChatReaderProcess {

	private ChatReaderProcess() {
	}

	public static void main(String[] args) throws InterruptedException {
		try (CommandPort port = TestPorts.open(args[0], Duration.ofSeconds(20))) {
			GroupChat<String> chats = GroupChats
				.create(port, new KeySpace("test"), ValueCodecs.json(),
						new LiveSettings<>(GroupChatSettings.defaults()), MessagingObserver.NONE)
				.get(String.class);
			Mailbox<String> mailbox = Mailboxes
				.create(port, new KeySpace("test"), ValueCodecs.json(), new LiveSettings<>(MailboxSettings.defaults()),
						MessagingObserver.NONE)
				.get(String.class);
			System.out.println("chats " + chats.fetch("anna", 100)
				.stream()
				.flatMap((found) -> found.messages().stream())
				.map(ChatMessage::body)
				.collect(Collectors.joining(",")));
			System.out.println("mails "
					+ mailbox.fetch("anna", 100).mails().stream().map(Mail::body).collect(Collectors.joining(",")));
			new java.util.concurrent.CountDownLatch(1).await();
		}
	}

}
