// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.messaging.AckResult.Acknowledged;
import io.github.rediscomponents.messaging.SendResult.Sent;
import io.github.rediscomponents.support.ProxiedRedisFixture;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.ChildJvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * What happens to chats when replies are lost, readers die and Redis is away.
 */
class GroupChatFaultTests extends ProxiedRedisFixture {

	private GroupChat<String> chats;

	GroupChatFaultTests() {
		super(Duration.ofSeconds(20));
	}

	@BeforeEach
	void connect() {
		this.chats = chats(this.port);
		this.chats.create("c", List.of("anna", "ben"));
		this.chats.send("c", "ben", "first");
		// A reply that says that the server does not know a script is worth no test.
		this.chats.join("c", "dora");
		this.chats.acknowledge("c", "dora", 0);
		this.chats.leave("c", "dora");
	}

	@Test
	void sendsOnceWhenTheDriverRepeatsAfterALostReply() {
		this.server.resetStats();
		this.proxy.swallowNextReply();
		assertThat(((Sent) this.chats.send("c", "ben", "second")).repeated()).isTrue();
		assertThat(this.proxy.swallowedReplies()).isEqualTo(1);
		assertThat(this.server.commandCalls()).containsEntry("evalsha", 2L).containsEntry("xadd", 1L);
		assertThat(this.chats.unread("c", "anna")).hasValue(2);
	}

	@Test
	void sendsOnceWhenTheCallerRepeatsAfterAnUnknownOutcome() {
		GroupChat<String> impatient = chats(this.port.withTimeout(Duration.ofMillis(300)));
		this.proxy.freeze();
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> impatient.send("c", "ben", "second", "id-2"));
		this.proxy.thaw();
		await().ignoreExceptions()
			.untilAsserted(() -> assertThat(this.chats.send("c", "ben", "second", "id-2").isSent()).isTrue());
		assertThat(this.chats.unread("c", "anna")).hasValue(2);
	}

	@Test
	void removesAChatWithoutWaitingForTheMemoryOfItsMessages() {
		this.server.resetStats();
		this.chats.leave("c", "ben");
		this.chats.leave("c", "anna");
		this.chats.create("c", List.of("anna"));
		assertThat(this.server.commandCalls()).containsEntry("unlink", 2L).doesNotContainKey("del");
	}

	@Test
	void takesARepeatedCreationForTheSame() {
		this.proxy.swallowNextReply();
		assertThat(this.chats.create("d", List.of("anna"))).isTrue();
		assertThat(this.proxy.swallowedReplies()).isEqualTo(1);
		assertThat(this.chats.chats("anna")).containsExactly("c", "d");
	}

	@Test
	void leavesAndJoinsAndAcknowledgesWhateverReplyIsLost() {
		this.proxy.swallowNextReply();
		assertThat(this.chats.join("c", "carl")).isEqualTo(JoinResult.ALREADY_MEMBER);
		assertThat(this.chats.chats("carl")).containsExactly("c");
		long seq = ((Sent) this.chats.send("c", "ben", "second")).seq();
		this.proxy.swallowNextReply();
		assertThat(this.chats.acknowledge("c", "carl", seq)).isEqualTo(new Acknowledged(seq, 0));
		this.proxy.swallowNextReply();
		assertThat(this.chats.leave("c", "carl")).isEqualTo(LeaveResult.NOT_MEMBER);
		assertThat(this.chats.members("c")).containsExactly("anna", "ben");
		assertThat(this.chats.chats("carl")).isEmpty();
		assertThat(this.proxy.swallowedReplies()).isEqualTo(3);
	}

	@Test
	void losesNothingWhenAReaderIsKilledBetweenFetchAndAcknowledge() {
		Mailbox<String> mailbox = Mailboxes
			.create(this.port, new KeySpace("test"), ValueCodecs.json(), new LiveSettings<>(MailboxSettings.defaults()),
					MessagingObserver.NONE)
			.get(String.class);
		mailbox.send("anna", "letter");
		for (int i = 0; i < 2; i++) {
			try (ChildJvm reader = ChildJvm.start(ChatReaderProcess.class, this.server.uri())) {
				assertThat(reader.awaitLine((line) -> line.startsWith("chats "))).isEqualTo("chats first");
				assertThat(reader.awaitLine((line) -> line.startsWith("mails "))).isEqualTo("mails letter");
				reader.kill();
			}
		}
		ChatMessages<String> found = this.chats.fetch("anna", 10).get(0);
		assertThat(found.messages()).extracting(ChatMessage::body).containsExactly("first");
		this.chats.acknowledge("c", "anna", found.upTo());
		assertThat(this.chats.fetch("anna", 10)).isEmpty();
		assertThat(mailbox.acknowledge("anna", mailbox.fetch("anna", 10).mails().get(0).id())).isTrue();
		assertThat(mailbox.fetch("anna", 10).mails()).isEmpty();
	}

	@Test
	void saysThatThereIsNoChatAfterAllDataWasLostAndStartsAnew() {
		this.server.flushAll();
		this.server.scriptFlush();
		assertThat(this.chats.send("c", "ben", "x")).isEqualTo(new SendResult.UnknownChat());
		assertThat(this.chats.fetch("anna", 10)).isEmpty();
		assertThat(this.chats.create("c", List.of("anna", "ben"))).isTrue();
		assertThat(this.chats.send("c", "ben", "x").isSent()).isTrue();
		assertThat(this.chats.fetch("anna", 10)).hasSize(1);
	}

	@Test
	void failsClearlyWhileRedisIsAwayAndGoesOnAfterwards() {
		GroupChat<String> impatient = chats(this.port.withTimeout(Duration.ofMillis(200)));
		this.server.kill();
		await().untilAsserted(() -> assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> impatient.send("c", "ben", "x")));
		assertThatExceptionOfType(RedisUnavailableException.class).isThrownBy(() -> impatient.fetch("anna", 1));
		this.server.restart();
		await().ignoreExceptions().untilAsserted(() -> {
			this.chats.create("d", List.of("anna"));
			assertThat(this.chats.members("d")).containsExactly("anna");
		});
	}

	private static GroupChat<String> chats(CommandPort port) {
		return GroupChats
			.create(port, new KeySpace("test"), ValueCodecs.json(), new LiveSettings<>(GroupChatSettings.defaults()),
					MessagingObserver.NONE)
			.get(String.class);
	}

}
