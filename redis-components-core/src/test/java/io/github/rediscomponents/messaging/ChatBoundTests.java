// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.codec.ValueCodecs;
import io.github.rediscomponents.messaging.SendResult.Sent;
import io.github.rediscomponents.support.InterceptedPort;
import io.github.rediscomponents.support.ThrowingCodecs;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What one script does for a member with very many messages of its own, and chats whose
 * keys or messages are not what they should be.
 */
class ChatBoundTests extends GroupChatFixture {

	private static final int MANY = 2100;

	private static final int PART = 500;

	ChatBoundTests() {
		super(RedisTopology.STANDALONE);
	}

	@BeforeEach
	void talk() {
		this.chats.create("trip", List.of("anna", "ben"));
	}

	@Test
	void ownMessagesAreForgottenInPartsByAnAcknowledgement() {
		sendAll("trip", "anna", MANY);
		long last = ((Sent) this.chats.send("trip", "ben", "answer")).seq();
		assertThat(this.chats.unread("trip", "anna")).hasValue(1);
		server().resetStats();
		assertThat(this.chats.acknowledge("trip", "anna", last - 1)).isEqualTo(new AckResult.Acknowledged(last - 1, 1));
		assertThat(scripts()).isGreaterThan(MANY / PART);
		assertThat(number("ZCARD", chatKey("trip", "own"))).isOne();
		assertThat(this.chats.unread("trip", "anna")).hasValue(1);
		assertThat(this.chats.unread("trip", "ben")).hasValue(MANY);
		assertThat(this.chats.acknowledge("trip", "ben", last)).isEqualTo(new AckResult.Acknowledged(last, 0));
		assertThat(number("XLEN", chatKey("trip", "messages"))).isOne();
	}

	@Test
	void ownMessagesAreForgottenInPartsByLeaving() {
		sendAll("trip", "anna", MANY);
		server().resetStats();
		assertThat(this.chats.leave("trip", "anna")).isEqualTo(LeaveResult.LEFT);
		assertThat(scripts()).isGreaterThan(MANY / PART);
		assertThat(number("EXISTS", chatKey("trip", "own"))).isZero();
		assertThat(this.chats.leave("trip", "anna")).isEqualTo(LeaveResult.NOT_MEMBER);
		assertThat(this.chats.unread("trip", "ben")).hasValue(MANY);
		this.chats.join("trip", "anna");
		this.chats.send("trip", "anna", "back");
		assertThat(this.chats.unread("trip", "anna")).hasValue(0);
		assertThat(this.chats.leave("trip", "ben")).isEqualTo(LeaveResult.LEFT);
		assertThat(this.chats.leave("trip", "anna")).isEqualTo(LeaveResult.LEFT_LAST);
		assertThat(keysLeft()).isEmpty();
	}

	/** A process dies after the first part of an acknowledgement. */
	@Test
	void readMessagesThatAnAcknowledgementDidNotForgetCountForNothingWhenTheyAreDropped() {
		GroupChat<String> small = chats(GroupChatSettings.defaults().withMaxMessages(600));
		sendAll("trip", "anna", 600);
		long last = small.fetch("trip", "anna", 1000).orElseThrow().upTo();
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> diesAfterOneScript().acknowledge("trip", "anna", last));
		assertThat(number("ZCARD", chatKey("trip", "own"))).isEqualTo(600 - PART);
		for (int i = 1; i <= 400; i++) {
			small.send("trip", "anna", "news");
			small.send("trip", "ben", "answer");
			assertThat(small.unread("trip", "anna")).hasValue(i);
		}
	}

	/** A process dies after the first part of leaving. */
	@Test
	void messagesOfAUserWhoLeftAreForgottenWhenTheFirstOfThemIsDropped() {
		GroupChat<String> small = chats(GroupChatSettings.defaults().withMaxMessages(1000));
		sendAll("trip", "anna", 1000);
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> diesAfterOneScript().leave("trip", "anna"));
		assertThat(small.members("trip")).containsExactly("ben");
		assertThat(number("ZCARD", chatKey("trip", "own"))).isEqualTo(1000 - PART);
		for (int i = 0; i < 600; i++) {
			small.send("trip", "ben", "news");
		}
		assertThat(number("ZCARD", chatKey("trip", "own"))).isEqualTo(600);
		assertThat(raw("HKEYS", chatKey("trip", "meta"))).doesNotContain("own:");
	}

	@Test
	void messagesOfAUserWhoLeftAreForgottenWhenTheUserReadsChats() {
		sendAll("trip", "anna", 3 * PART + 1);
		assertThatExceptionOfType(RedisUnavailableException.class)
			.isThrownBy(() -> diesAfterOneScript().leave("trip", "anna"));
		this.chats.send("trip", "ben", "news");
		assertThat(number("ZCARD", chatKey("trip", "own"))).isEqualTo(2 * PART + 2);
		assertThat(this.chats.unread("anna")).isEmpty();
		assertThat(number("ZCARD", chatKey("trip", "own"))).isOne();
		assertThat(this.chats.chats("anna")).isEmpty();
		assertThat(this.chats.unread("trip", "ben")).hasValue(3 * PART + 1);
	}

	/** As in a process that dies: the second script is not sent. */
	private GroupChat<String> diesAfterOneScript() {
		AtomicInteger scripts = new AtomicInteger();
		CommandPort dying = InterceptedPort.of(port(), (method, args, real) -> {
			if (method.getName().equals("eval") && scripts.incrementAndGet() > 1) {
				throw new RedisUnavailableException("dead", Outcome.NOT_EXECUTED, null);
			}
			return real.proceed();
		});
		return GroupChats
			.create(dying, this.keys, ValueCodecs.json(), new LiveSettings<>(GroupChatSettings.defaults()),
					MessagingObserver.NONE)
			.get(String.class);
	}

	@Test
	void idsAreForgottenInPartsWhenFewerAreRemembered() {
		GroupChat<String> forgetful = chats(GroupChatSettings.defaults().withIds(Duration.ofHours(1), 10));
		remember(chatKey("trip", "ids"));
		forgetful.send("trip", "anna", "one", "id-one");
		assertThat(number("ZCARD", chatKey("trip", "ids"))).isBetween((long) MANY + 1 - PART, (long) MANY);
		for (int i = 0; i < MANY / PART + 1; i++) {
			assertThat(((Sent) forgetful.send("trip", "anna", "one", "id-one")).repeated()).isTrue();
			forgetful.send("trip", "anna", "more");
		}
		assertThat(number("ZCARD", chatKey("trip", "ids"))).isEqualTo(10);
		assertThat(((Sent) forgetful.send("trip", "anna", "one", "id-one")).repeated()).isTrue();
	}

	@Test
	void idsOfAMailboxAreForgottenInPartsWhenFewerAreRemembered() {
		Mailbox<String> forgetful = Mailboxes.create(port(), this.keys, ValueCodecs.json(),
				new LiveSettings<>(MailboxSettings.defaults().withIds(Duration.ofHours(1), 10)), MessagingObserver.NONE)
			.get(String.class);
		String ids = this.keys.key("mailbox", "ben", "ids");
		remember(ids);
		forgetful.send("ben", "one");
		assertThat(number("ZCARD", ids)).isBetween((long) MANY + 1 - PART, (long) MANY);
		for (int i = 0; i < MANY / PART + 1; i++) {
			forgetful.send("ben", "more");
		}
		assertThat(number("ZCARD", ids)).isEqualTo(10);
	}

	/** As earlier messages left them. */
	private void remember(String key) {
		List<String> args = new ArrayList<>();
		for (int i = 0; i < MANY; i++) {
			args.addAll(List.of(String.valueOf(i), "old-" + i));
		}
		raw("ZADD", key, args.toArray(String[]::new));
	}

	/** A chat drops 16 together, and a member gets as many as it keeps all the same. */
	@Test
	void readsTheMostOfAChatThatDropsManyTogether() {
		GroupChat<String> small = chats(GroupChatSettings.defaults().withMaxMessages(64));
		for (int sent = 1; sent <= 200; sent++) {
			small.send("trip", "anna", String.valueOf(sent));
			int missed = Math.max(0, sent - 64);
			ChatMessages<String> found = small.fetch("trip", "ben", 1000).orElseThrow();
			assertThat(found.missed()).isEqualTo(missed);
			assertThat(found.messages()).extracting(ChatMessage::body)
				.containsExactlyElementsOf(IntStream.rangeClosed(missed + 1, sent).mapToObj(String::valueOf).toList());
			assertThat(number("XLEN", chatKey("trip", "messages"))).isBetween((long) sent - missed,
					sent - missed + 15L);
		}
	}

	@Test
	void ownMessagesOfALostStreamAreNotedInParts() {
		GroupChat<String> short5 = chats(GroupChatSettings.defaults().withMaxMessages(5));
		sendAll("trip", "anna", MANY);
		raw("DEL", chatKey("trip", "messages"));
		for (int i = 0; i < 5; i++) {
			short5.send("trip", "anna", "more");
		}
		for (int left = MANY + 5; left > 5; left -= 1000) {
			assertThat(number("ZCARD", chatKey("trip", "own"))).isEqualTo(left);
			short5.send("trip", "anna", "more");
			left++;
		}
		assertThat(number("ZCARD", chatKey("trip", "own"))).isEqualTo(5);
		assertThat(this.chats.unread("trip", "anna")).hasValue(0);
	}

	@Test
	void readsAllThatIsLeftOfAChatThatWasMadeSmallerUntilTheNextMessage() {
		sendAll("trip", "anna", 30);
		GroupChat<String> short5 = chats(GroupChatSettings.defaults().withMaxMessages(5));
		assertThat(short5.fetch("trip", "ben", 1000).orElseThrow().messages()).hasSize(30);
		GroupChat<String> short20 = chats(GroupChatSettings.defaults().withMaxMessages(20));
		assertThat(short20.fetch("trip", "ben", 1000).orElseThrow().messages()).hasSize(30);
		short5.send("trip", "anna", "more");
		assertThat(short5.fetch("trip", "ben", 1000).orElseThrow().missed()).isEqualTo(26);
	}

	@Test
	void aChatWhoseMembersAreLostIsCreatedAboveItsOldNumbers() {
		sendAll("trip", "anna", 1);
		// As if the clock had been an hour ahead.
		long ahead = System.currentTimeMillis() * 1000 + 3_600_000_000L;
		raw("HSET", chatKey("trip", "meta"), "seq", String.valueOf(ahead), "tick", String.valueOf(ahead));
		raw("HSET", chatKey("trip", "meta"), "own:anna", "remains");
		raw("DEL", chatKey("trip", "members"));
		assertThat(this.chats.create("trip", List.of("anna", "ben"))).isTrue();
		assertThat(((Sent) this.chats.send("trip", "anna", "again")).seq()).isGreaterThan(ahead);
		assertThat(raw("HKEYS", chatKey("trip", "meta"))).doesNotContain("own:");
		assertThat(this.chats.unread("trip", "ben")).hasValue(1);
		assertThat(this.chats.leave("trip", "ben")).isEqualTo(LeaveResult.LEFT);
		assertThat(this.chats.chats("ben")).isEmpty();
	}

	@Test
	void whateverACodecThrowsMakesAMessageUnreadable() {
		GroupChat<String> broken = GroupChats
			.create(port(), this.keys, new ThrowingCodecs(), new LiveSettings<>(GroupChatSettings.defaults()),
					MessagingObserver.NONE)
			.get(String.class);
		Mailbox<String> mailbox = Mailboxes
			.create(port(), this.keys, new ThrowingCodecs(), new LiveSettings<>(MailboxSettings.defaults()),
					MessagingObserver.NONE)
			.get(String.class);
		for (String text : List.of("linkage", "deep", "argument", "good")) {
			broken.send("trip", "anna", text);
			mailbox.send("ben", text);
		}
		ChatMessages<String> found = broken.fetch("trip", "ben", 10).orElseThrow();
		assertThat(found.messages()).extracting(ChatMessage::body).containsExactly("good");
		assertThat(found.undecodable()).isEqualTo(3);
		assertThat(mailbox.fetch("ben", 10)).satisfies((batch) -> {
			assertThat(batch.mails()).extracting(Mail::body).containsExactly("good");
			assertThat(batch.undecodable()).hasSize(3);
		});
	}

	private long scripts() {
		Map<String, Long> calls = server().commandCalls();
		return calls.getOrDefault("evalsha", 0L) + calls.getOrDefault("eval", 0L);
	}

}
