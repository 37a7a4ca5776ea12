// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.github.rediscomponents.messaging.SendResult.Sent;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The unread messages of a {@link GroupChat} are those of others.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class GroupChatUnreadTests extends GroupChatFixture {

	GroupChatUnreadTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void neverCountsTheMessagesOfTheMemberItself() {
		this.chats.create("c", List.of("anna", "ben"));
		sendAll("c", "anna", 3);
		assertThat(this.chats.unread("c", "anna")).hasValue(0);
		assertThat(this.chats.unread("anna")).containsExactly(Map.entry("c", 0L));
		assertThat(this.chats.unread("ben")).containsExactly(Map.entry("c", 3L));
		sendAll("c", "ben", 2);
		sendAll("c", "anna", 4);
		assertThat(this.chats.unread("c", "anna")).hasValue(2);
		assertThat(this.chats.unread("c", "ben")).hasValue(7);
	}

	@Test
	void stillGivesASenderItsOwnMessagesForAnotherDevice() {
		this.chats.create("c", List.of("anna", "ben"));
		sendAll("c", "anna", 2);
		assertThat(this.chats.unread("c", "anna")).hasValue(0);
		assertThat(this.chats.fetch("anna", 10)).hasSize(1);
		assertThat(take("c", "anna")).containsExactly("m1", "m2");
		assertThat(number("ZCARD", chatKey("c", "own"))).isZero();
	}

	@Test
	void countsAMessageThatWasSentTwiceOnce() {
		this.chats.create("c", List.of("anna", "ben"));
		this.chats.send("c", "anna", "x", "id");
		this.chats.send("c", "anna", "x", "id");
		assertThat(number("ZCARD", chatKey("c", "own"))).isEqualTo(1);
		assertThat(this.chats.unread("c", "ben")).hasValue(1);
	}

	@Test
	void takesNoNameForTheBeginningOfAnotherOne() {
		List<String> names = List.of("a", "a:", "a:a", "1:a", "1:a:1", ":", ";", "安", "a;", "%d");
		this.chats.create("c", names);
		names.forEach((name) -> this.chats.send("c", name, "x"));
		assertThat(names)
			.allSatisfy((name) -> assertThat(this.chats.unread("c", name)).as(name).hasValue(names.size() - 1L));
		this.chats.leave("c", "a");
		assertThat(this.chats.unread("c", "a:")).hasValue(names.size() - 1L);
		assertThat(number("ZCARD", chatKey("c", "own"))).isEqualTo(names.size() - 1L);
	}

	/** Random calls, against a model that remembers all messages. */
	@Test
	void countsExactlyWhateverIsSentReadLeftAndJoined() {
		Random random = new Random(7);
		List<String> users = List.of("anna", "ben", "carl");
		this.chats.create("c", users);
		List<String> senders = new ArrayList<>();
		Map<String, Integer> positions = new HashMap<>();
		users.forEach((user) -> positions.put(user, 0));
		long first = 0;
		for (int i = 0; i < 400; i++) {
			String user = users.get(random.nextInt(users.size()));
			boolean member = positions.containsKey(user);
			switch (random.nextInt(6)) {
				case 0, 1, 2 -> {
					SendResult result = this.chats.send("c", user, "m");
					assertThat(result.isSent()).isEqualTo(member);
					if (result instanceof Sent sent) {
						first = (first == 0) ? sent.seq() : first;
						senders.add(user);
					}
				}
				case 3, 4 -> {
					int upTo = senders.isEmpty() ? 0 : random.nextInt(senders.size() + 1);
					this.chats.acknowledge("c", user, (upTo == 0) ? 0 : first + upTo - 1);
					positions.computeIfPresent(user, (name, before) -> Math.max(before, upTo));
				}
				default -> {
					if (member && positions.size() > 1) {
						this.chats.leave("c", user);
						positions.remove(user);
					}
					else if (!member) {
						this.chats.join("c", user);
						positions.put(user, senders.size());
					}
				}
			}
			positions.forEach((name, position) -> assertThat(this.chats.unread("c", name)).as(name)
				.hasValue(senders.stream().skip(position).filter((sender) -> !sender.equals(name)).count()));
		}
		long unacknowledged = positions.entrySet()
			.stream()
			.mapToLong((entry) -> senders.stream().skip(entry.getValue()).filter(entry.getKey()::equals).count())
			.sum();
		assertThat(number("ZCARD", chatKey("c", "own"))).isEqualTo(unacknowledged);
	}

	@Test
	void keepsAsManyOwnMessagesAsTheChatWhoeverNeverReads() {
		GroupChat<String> short5 = chats(GroupChatSettings.defaults().withMaxMessages(5));
		short5.create("c", List.of("bot", "ben"));
		for (int i = 0; i < 30; i++) {
			short5.send("c", "bot", "news");
			assertThat(short5.unread("c", "bot")).hasValue((i < 10) ? 0 : 1);
			if (i == 9) {
				short5.send("c", "ben", "a question");
			}
		}
		assertThat(number("ZCARD", chatKey("c", "own"))).isEqualTo(5);
		assertThat(short5.unread("c", "ben")).hasValue(30);
		ChatMessages<String> waiting = short5.fetch("c", "bot", 10).orElseThrow();
		assertThat(waiting.missed()).isEqualTo(26);
		short5.acknowledge("c", "bot", waiting.upTo());
		assertThat(short5.unread("c", "bot")).hasValue(0);
		// The question of the other one was dropped, and waits for an acknowledgement.
		assertThat(number("HLEN", chatKey("c", "meta"))).isEqualTo(4);
		short5.acknowledge("c", "ben", waiting.upTo());
		assertThat(number("HLEN", chatKey("c", "meta"))).isEqualTo(3);
		short5.send("c", "ben", "again");
		short5.send("c", "bot", "more");
		assertThat(short5.unread("c", "bot")).hasValue(1);
	}

	/**
	 * Random calls in a chat that drops the oldest messages one at a time, and in one
	 * that notes 16 ahead.
	 */
	@ParameterizedTest
	@CsvSource({ "5, 4", "64, 12" })
	void countsExactlyWhateverOfTheDroppedIsAcknowledged(int messages, int rarity) {
		GroupChat<String> small = chats(GroupChatSettings.defaults().withMaxMessages(messages));
		Random random = new Random(11);
		List<String> users = List.of("anna", "ben", "carl");
		small.create("c", users);
		List<String> senders = new ArrayList<>();
		Map<String, Integer> positions = new HashMap<>();
		users.forEach((user) -> positions.put(user, 0));
		long first = 0;
		for (int i = 0; i < 500; i++) {
			String user = users.get(random.nextInt(users.size()));
			if (random.nextInt(rarity) > 0) {
				long number = ((Sent) small.send("c", user, "m")).seq();
				first = (first == 0) ? number : first;
				senders.add(user);
			}
			else if (!senders.isEmpty()) {
				int before = positions.get(user);
				int upTo = before + random.nextInt(senders.size() - before + 1);
				small.acknowledge("c", user, first + upTo - 1);
				positions.put(user, upTo);
			}
			positions.forEach((name, position) -> assertThat(small.unread("c", name)).as(name)
				.hasValue(senders.stream().skip(position).filter((sender) -> !sender.equals(name)).count()));
		}
		users.forEach((user) -> small.acknowledge("c", user, Long.MAX_VALUE));
		users.forEach((user) -> take("c", user));
		assertThat(number("HLEN", chatKey("c", "meta"))).isEqualTo(3);
	}

	@Test
	void estimatesTheOldestOfManyDroppedMessages() {
		GroupChat<String> short5 = chats(GroupChatSettings.defaults().withMaxMessages(5));
		short5.create("c", List.of("bot", "ben"));
		List<Long> numbers = new ArrayList<>();
		for (int i = 0; i < 500; i++) {
			numbers.add(((Sent) short5.send("c", "bot", "news")).seq());
			short5.send("c", "ben", "m");
		}
		assertThat(short5.unread("c", "bot")).hasValue(500);
		assertThat(number("HSTRLEN", chatKey("c", "meta"), "own:bot")).isLessThan(500);
		for (int i : List.of(0, 1, 100, 250, 400)) {
			short5.acknowledge("c", "bot", numbers.get(i));
			long exact = 500 - i;
			assertThat(short5.unread("c", "bot").orElseThrow()).as("%s", i).isBetween(exact - 1, exact + 1);
		}
		short5.acknowledge("c", "bot", numbers.get(450));
		assertThat(short5.unread("c", "bot")).hasValue(50);
	}

	@Test
	void keepsAsManyOwnMessagesAsTheChatHoweverManyMembersNeverRead() {
		GroupChat<String> short10 = chats(GroupChatSettings.defaults().withMaxMessages(10));
		List<String> bots = IntStream.range(0, 20).mapToObj((i) -> "bot" + i).toList();
		short10.create("c", bots);
		for (int round = 1; round <= 30; round++) {
			for (String bot : bots) {
				short10.send("c", bot, "news");
				// One more until two are dropped together.
				assertThat(number("ZCARD", chatKey("c", "own"))).isLessThanOrEqualTo(11);
			}
			long others = round * (bots.size() - 1L);
			bots.forEach((bot) -> assertThat(short10.unread("c", bot)).as(bot).hasValue(others));
		}
		assertThat(number("ZCARD", chatKey("c", "own"))).isBetween(10L, 11L);
		assertThat(number("HLEN", chatKey("c", "meta"))).isEqualTo(3 + bots.size());
	}

	@Test
	void bringsOwnMessagesDownToASmallerChat() {
		List<String> bots = List.of("a", "b", "c", "d");
		this.chats.create("c", bots);
		for (int i = 0; i < 500; i++) {
			bots.forEach((bot) -> this.chats.send("c", bot, "news"));
		}
		assertThat(number("ZCARD", chatKey("c", "own"))).isEqualTo(2000);
		GroupChat<String> short5 = chats(GroupChatSettings.defaults().withMaxMessages(5));
		// The first one drops no more than 1000.
		for (int i = 0; i < 100; i++) {
			bots.forEach((bot) -> short5.send("c", bot, "news"));
		}
		bots.forEach((bot) -> assertThat(short5.unread("c", bot)).as(bot).hasValue(1800));
		assertThat(number("ZCARD", chatKey("c", "own"))).isEqualTo(5);
	}

	@Test
	void bringsDownOwnMessagesThatAnotherReleaseLeft() {
		GroupChat<String> short5 = chats(GroupChatSettings.defaults().withMaxMessages(5));
		short5.create("c", List.of("anna", "ben"));
		sendAll("c", "anna", 1);
		long first = short5.fetch("c", "anna", 1).orElseThrow().upTo();
		sendAll("c", "anna", 4);
		// Messages of the one dropped by sends of another, which leave what is the own of
		// that one.
		for (int i = 5; i < 20; i++) {
			raw("XADD", chatKey("c", "messages"), "MAXLEN", "5", (first + i) + "-1", "f", "ben", "b", "\"x\"");
			raw("HINCRBY", chatKey("c", "meta"), "seq", "1");
		}
		assertThat(short5.unread("c", "anna")).hasValue(15);
		short5.send("c", "anna", "m");
		assertThat(number("ZCARD", chatKey("c", "own"))).isEqualTo(1);
		assertThat(short5.unread("c", "anna")).hasValue(15);
		assertThat(short5.unread("c", "ben")).hasValue(21);
	}

	@Test
	void bearsAnAcknowledgementOfAReleaseThatDoesNotKnowOwnMessages() {
		GroupChat<String> short5 = chats(GroupChatSettings.defaults().withMaxMessages(5));
		short5.create("c", List.of("anna", "ben"));
		List<Long> numbers = IntStream.range(0, 12)
			.mapToObj((i) -> ((Sent) short5.send("c", "anna", "m")).seq())
			.toList();
		// Moves the position and leaves what it does not know.
		raw("ZADD", chatKey("c", "members"), String.valueOf(numbers.get(9)), "anna");
		short5.send("c", "ben", "x");
		assertThat(short5.unread("c", "anna")).hasValue(1);
		short5.acknowledge("c", "anna", numbers.get(11) + 1);
		assertThat(short5.unread("c", "anna")).hasValue(0);
		// That of the other member.
		assertThat(number("ZCARD", chatKey("c", "own"))).isEqualTo(1);
		assertThat(number("HLEN", chatKey("c", "meta"))).isEqualTo(3);
	}

	@Test
	void countsOwnMessagesThatNothingIsKnownOfUntilTheyAreRead() {
		this.chats.create("c", List.of("anna", "ben"));
		sendAll("c", "anna", 2);
		// Evicted, or sent by a release that does not note them.
		raw("DEL", chatKey("c", "own"));
		assertThat(this.chats.unread("c", "anna")).hasValue(2);
		sendAll("c", "anna", 1);
		assertThat(this.chats.unread("c", "anna")).hasValue(2);
		take("c", "anna");
		assertThat(this.chats.unread("c", "anna")).hasValue(0);
	}

	@Test
	void forgetsOwnMessagesWithTheirChat() {
		this.chats.create("c", List.of("anna"));
		sendAll("c", "anna", 3);
		this.chats.leave("c", "anna");
		assertThat(keysLeft()).isEmpty();
		this.chats.create("c", List.of("anna", "ben"));
		sendAll("c", "ben", 1);
		assertThat(this.chats.unread("c", "anna")).hasValue(1);
	}

}
