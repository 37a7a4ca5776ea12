// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.messaging;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.messaging.AckResult.Acknowledged;
import io.github.rediscomponents.messaging.AckResult.BeyondEnd;
import io.github.rediscomponents.messaging.SendResult.Sent;
import io.github.rediscomponents.support.StandaloneAndCluster;
import io.github.rediscomponents.support.acl.AsDefaultUser;
import io.github.rediscomponents.support.acl.AsUserOfItsRoom;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.RedisTopology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * What a {@link GroupChat} does wherever it is connected.
 */
@StandaloneAndCluster
@Tag("contract")
@AsUserOfItsRoom
class GroupChatTests extends GroupChatFixture {

	GroupChatTests(RedisTopology topology) {
		super(topology);
	}

	@Test
	void givesEachMemberTheSameMessagesWithNumbersAndTimesOfTheServer() {
		assertThat(this.chats.create("c", List.of("anna", "ben", "anna"))).isTrue();
		long first = ((Sent) this.chats.send("c", "anna", "hello")).seq();
		assertThat(this.chats.send("c", "ben", "hi")).isEqualTo(new Sent(first + 1, false));
		ChatMessages<String> annas = this.chats.fetch("c", "anna", 10).orElseThrow();
		assertThat(annas.messages()).extracting(ChatMessage::body).containsExactly("hello", "hi");
		assertThat(annas.messages()).extracting(ChatMessage::from).containsExactly("anna", "ben");
		assertThat(annas.messages()).extracting(ChatMessage::seq).containsExactly(first, first + 1);
		List<?> time = (List<?>) server().masterFor(chatKey("c", "meta")).command("TIME");
		Instant now = Instant.ofEpochSecond(Long.parseLong(String.valueOf(time.get(0))));
		assertThat(annas.messages())
			.allSatisfy((message) -> assertThat(message.at()).isBetween(now.minusSeconds(60), now.plusSeconds(1)));
		assertThat(annas.upTo()).isEqualTo(first + 1);
		assertThat(annas.unread()).isEqualTo(2);
		assertThat(annas.hasMore()).isFalse();
		assertThat(this.chats.fetch("ben", 10)).singleElement().isEqualTo(annas);
	}

	@Test
	void movesAPositionByAcknowledgingOnlyAndNeverBack() {
		this.chats.create("c", List.of("anna", "ben"));
		sendAll("c", "ben", 5);
		ChatMessages<String> found = this.chats.fetch("c", "anna", 3).orElseThrow();
		assertThat(found.hasMore()).isTrue();
		assertThat(this.chats.fetch("c", "anna", 3)).contains(found);
		long third = found.upTo();
		assertThat(this.chats.acknowledge("c", "anna", third)).isEqualTo(new Acknowledged(third, 2));
		assertThat(this.chats.acknowledge("c", "anna", third - 2)).isEqualTo(new Acknowledged(third, 2));
		assertThat(this.chats.acknowledge("c", "anna", 0)).isEqualTo(new Acknowledged(third, 2));
		assertThat(this.chats.acknowledge("c", "anna", third + 3)).isEqualTo(new BeyondEnd(third + 2));
		assertThat(this.chats.acknowledge("c", "anna", Long.MAX_VALUE)).isEqualTo(new BeyondEnd(third + 2));
		assertThat(this.chats.acknowledge("c", "carl", third)).isEqualTo(new AckResult.NotMember());
		assertThat(this.chats.acknowledge("d", "anna", third)).isEqualTo(new AckResult.NotMember());
		assertThat(take("c", "anna")).containsExactly("m4", "m5");
		assertThat(this.chats.fetch("anna", 3)).isEmpty();
		assertThat(this.chats.fetch("c", "anna", 3).orElseThrow().messages()).isEmpty();
	}

	@Test
	void showsAMemberOnlyWhatFollowsTheJoining() {
		this.chats.create("c", List.of("anna"));
		sendAll("c", "anna", 3);
		assertThat(this.chats.join("c", "ben")).isEqualTo(JoinResult.JOINED);
		assertThat(this.chats.unread("c", "ben")).hasValue(0);
		this.chats.send("c", "ben", "new");
		assertThat(this.chats.join("c", "ben")).isEqualTo(JoinResult.ALREADY_MEMBER);
		assertThat(take("c", "ben")).containsExactly("new");
		assertThat(take("c", "anna")).containsExactly("m1", "m2", "m3", "new");
	}

	@Test
	void saysClearlyWhyNothingWasDone() {
		GroupChat<String> small = chats(GroupChatSettings.defaults().withMaxMembers(2));
		small.create("c", List.of("anna", "ben"));
		assertThat(small.join("c", "carl")).isEqualTo(JoinResult.FULL);
		assertThat(small.join("c", "ben")).isEqualTo(JoinResult.ALREADY_MEMBER);
		assertThat(small.join("none", "carl")).isEqualTo(JoinResult.UNKNOWN_CHAT);
		assertThat(small.leave("c", "carl")).isEqualTo(LeaveResult.NOT_MEMBER);
		assertThat(small.leave("none", "carl")).isEqualTo(LeaveResult.NOT_MEMBER);
		assertThat(small.send("none", "carl", "x")).isEqualTo(new SendResult.UnknownChat());
		assertThat(small.send("c", "carl", "x")).isEqualTo(new SendResult.NotMember());
		assertThat(small.create("c", List.of("carl"))).isFalse();
		assertThat(small.fetch("c", "carl", 1)).isEmpty();
		assertThat(small.unread("c", "carl")).isEmpty();
		assertThat(small.chats("carl")).isEmpty();
		assertThat(small.fetch("carl", 1)).isEmpty();
		assertThat(small.members("none")).isEmpty();
		assertThat(small.members("c")).containsExactlyInAnyOrder("anna", "ben");
		assertThat(small.unread("c", "anna")).hasValue(0);
	}

	@Test
	void leavesNoKeyWhenTheLastMemberLeaves() {
		this.chats.create("c", List.of("anna", "ben", "carl"));
		sendAll("c", "anna", 3);
		assertThat(this.chats.leave("c", "anna")).isEqualTo(LeaveResult.LEFT);
		assertThat(this.chats.leave("c", "anna")).isEqualTo(LeaveResult.NOT_MEMBER);
		assertThat(this.chats.leave("c", "ben")).isEqualTo(LeaveResult.LEFT);
		assertThat(take("c", "carl")).hasSize(3);
		assertThat(this.chats.leave("c", "carl")).isEqualTo(LeaveResult.LEFT_LAST);
		assertThat(keysLeft()).isEmpty();
		assertThat(this.chats.send("c", "carl", "x")).isEqualTo(new SendResult.UnknownChat());
	}

	@Test
	void doesNotUseNumbersOfAnEarlierChatAgain() {
		this.chats.create("c", List.of("anna"));
		sendAll("c", "anna", 3);
		long old = this.chats.fetch("c", "anna", 10).orElseThrow().upTo();
		this.chats.leave("c", "anna");
		this.chats.create("c", List.of("anna"));
		assertThat(((Sent) this.chats.send("c", "anna", "new")).seq()).isGreaterThan(old);
		assertThat(this.chats.acknowledge("c", "anna", old)).isInstanceOf(Acknowledged.class);
		assertThat(take("c", "anna")).containsExactly("new");
	}

	@Test
	void removesWhatTheSlowestHasReadOrLeftBehind() {
		this.chats.create("c", List.of("anna", "ben", "carl"));
		sendAll("c", "anna", 10);
		take("c", "anna");
		take("c", "ben");
		assertThat(number("XLEN", chatKey("c", "messages"))).isEqualTo(10);
		long seventh = this.chats.fetch("c", "carl", 7).orElseThrow().upTo();
		this.chats.acknowledge("c", "carl", seventh);
		assertThat(number("XLEN", chatKey("c", "messages"))).isEqualTo(3);
		this.chats.leave("c", "carl");
		assertThat(number("XLEN", chatKey("c", "messages"))).isZero();
		sendAll("c", "ben", 2);
		assertThat(take("c", "anna")).containsExactly("m1", "m2");
	}

	@Test
	void tellsHowManyMessagesWereDroppedBeforeTheyWereRead() {
		GroupChat<String> short3 = chats(GroupChatSettings.defaults().withMaxMessages(3));
		short3.create("c", List.of("anna", "ben"));
		IntStream.rangeClosed(1, 5).forEach((i) -> short3.send("c", "anna", "m" + i));
		assertThat(number("XLEN", chatKey("c", "messages"))).isEqualTo(3);
		assertThat(short3.unread("ben")).containsExactly(Map.entry("c", 5L));
		ChatMessages<String> found = short3.fetch("ben", 2).get(0);
		assertThat(found.missed()).isEqualTo(2);
		assertThat(found.unread()).isEqualTo(5);
		assertThat(found.hasMore()).isTrue();
		assertThat(found.messages()).extracting(ChatMessage::body).containsExactly("m3", "m4");
		assertThat(short3.acknowledge("c", "ben", found.upTo())).isEqualTo(new Acknowledged(found.upTo(), 1));
		ChatMessages<String> rest = short3.fetch("ben", 2).get(0);
		assertThat(rest.missed()).isZero();
		assertThat(rest.messages()).extracting(ChatMessage::body).containsExactly("m5");
	}

	@Test
	void tellsThatEverythingWasMissedWhenTheMessagesAreGone() {
		this.chats.create("c", List.of("anna"));
		sendAll("c", "anna", 4);
		raw("DEL", chatKey("c", "messages"));
		ChatMessages<String> found = this.chats.fetch("anna", 2).get(0);
		assertThat(found.missed()).isEqualTo(4);
		assertThat(found.hasMore()).isFalse();
		this.chats.acknowledge("c", "anna", found.upTo());
		sendAll("c", "anna", 1);
		assertThat(take("c", "anna")).containsExactly("m1");
	}

	@Test
	@AsDefaultUser(AsDefaultUser.COUNTS)
	void readsAndCountsAllChatsOfAUserInTwoFlushes() {
		List<String> names = IntStream.range(0, 50).mapToObj((i) -> "c" + i).toList();
		names.forEach((name) -> this.chats.create(name, List.of("anna", "ben")));
		names.forEach((name) -> IntStream.range(0, Integer.parseInt(name.substring(1)) % 4)
			.forEach((i) -> this.chats.send(name, "ben", "m")));
		this.chats.unread("anna");
		server().resetStats();
		Map<String, Long> unread = this.chats.unread("anna");
		assertThat(server().commandCalls()).containsEntry("zrange", 1L)
			.containsEntry("evalsha", 50L)
			.doesNotContainKeys("eval", "xrange", "xlen");
		assertThat(unread.keySet()).containsExactlyElementsOf(names);
		assertThat(unread.get("c7")).isEqualTo(3);
		assertThat(this.chats.fetch("anna", 10)).hasSize(37);
	}

	@Test
	void sendsAMessageOfOneIdOnceHoweverManyTry() {
		this.chats.create("c", List.of("anna"));
		List<SendResult> results = Concurrently.repeat(8, 5, () -> this.chats.send("c", "anna", "x", "order-7"));
		assertThat(results).filteredOn((result) -> !((Sent) result).repeated()).hasSize(1);
		assertThat(results).extracting((result) -> ((Sent) result).seq()).containsOnly(((Sent) results.get(0)).seq());
		assertThat(take("c", "anna")).containsExactly("x");
		// Remembered although its message is read by all and gone.
		assertThat(((Sent) this.chats.send("c", "anna", "x", "order-7")).repeated()).isTrue();
		assertThat(number("PTTL", chatKey("c", "ids"))).isBetween(500_000L, 600_000L);
	}

	@Test
	void remembersTheLastIdsOnly() {
		GroupChat<String> forgetful = chats(GroupChatSettings.defaults().withIds(Duration.ofMinutes(1), 2));
		forgetful.create("c", List.of("anna"));
		Stream.of("1", "2", "3").forEach((id) -> forgetful.send("c", "anna", id, id));
		assertThat(((Sent) forgetful.send("c", "anna", "2", "2")).repeated()).isTrue();
		assertThat(((Sent) forgetful.send("c", "anna", "1", "1")).repeated()).isFalse();
		assertThat(number("ZCARD", chatKey("c", "ids"))).isEqualTo(2);
	}

	@Test
	void cleansAListOfChatsThatItsUserIsNotIn() {
		this.chats.create("c", List.of("anna", "ben"));
		this.chats.create("d", List.of("anna"));
		// As if the process had died between the two steps of leaving.
		raw("ZREM", chatKey("c", "members"), "anna");
		raw("DEL", chatKey("d", "members"), chatKey("d", "meta"));
		assertThat(this.chats.chats("anna")).containsExactly("c", "d");
		assertThat(this.chats.unread("anna")).isEmpty();
		assertThat(this.chats.chats("anna")).isEmpty();
	}

	@Test
	void putsAChatBackIntoListsThatLackIt() {
		this.chats.create("c", List.of("anna", "ben"));
		sendAll("c", "ben", 1);
		raw("DEL", listKey("anna"));
		assertThat(this.chats.fetch("anna", 1)).isEmpty();
		assertThat(this.chats.repair("c")).isEqualTo(1);
		assertThat(this.chats.repair("c")).isZero();
		assertThat(this.chats.repair("none")).isZero();
		assertThat(this.chats.fetch("anna", 1)).hasSize(1);
		raw("DEL", listKey("anna"));
		assertThat(this.chats.join("c", "anna")).isEqualTo(JoinResult.ALREADY_MEMBER);
		assertThat(this.chats.fetch("anna", 1)).hasSize(1);
		raw("DEL", listKey("anna"));
		assertThat(this.chats.create("c", List.of("anna", "carl"))).isFalse();
		assertThat(this.chats.fetch("anna", 1)).hasSize(1);
		assertThat(this.chats.chats("carl")).isEmpty();
	}

	@Test
	void neverLosesAMembershipFromAListWhileItsUserJoinsLeavesAndFetchesAtOnce() {
		this.chats.create("c", List.of("anna"));
		for (int round = 0; round < 40; round++) {
			Concurrently.run(List.of(() -> this.chats.join("c", "ben"), () -> this.chats.leave("c", "ben"),
					() -> this.chats.join("c", "ben"), () -> this.chats.unread("ben"),
					() -> this.chats.leave("c", "ben"), () -> this.chats.join("c", "ben")));
			boolean member = this.chats.members("c").contains("ben");
			assertThat(this.chats.unread("ben").containsKey("c")).as("round " + round).isEqualTo(member);
		}
	}

	@Test
	void leavesOutWhatCannotBeReadAndGoesOn() {
		this.chats.create("c", List.of("anna"));
		GroupChat<Long> numbers = factory(GroupChatSettings.defaults()).get(Long.class);
		numbers.send("c", "anna", 1L);
		this.chats.send("c", "anna", "not a number");
		numbers.send("c", "anna", 3L);
		ChatMessages<Long> found = numbers.fetch("c", "anna", 10).orElseThrow();
		assertThat(found.messages()).extracting(ChatMessage::body).containsExactly(1L, 3L);
		assertThat(found.undecodable()).isEqualTo(1);
		assertThat(found.hasMore()).isFalse();
		assertThat(numbers.acknowledge("c", "anna", found.upTo())).isEqualTo(new Acknowledged(found.upTo(), 0));
	}

	@Test
	void letsAllOfAnUnusedChatExpireTogether() {
		GroupChat<String> passing = chats(GroupChatSettings.defaults().withTtl(Duration.ofSeconds(100)));
		passing.create("c", List.of("anna"));
		assertThat(number("PTTL", chatKey("c", "members"))).isBetween(40_000L, 100_000L);
		passing.send("c", "anna", "x");
		for (String part : List.of("messages", "members", "meta")) {
			assertThat(number("PTTL", chatKey("c", part))).as(part).isBetween(40_000L, 100_000L);
		}
		this.chats.send("c", "anna", "y");
		for (String part : List.of("messages", "members", "meta")) {
			assertThat(number("PTTL", chatKey("c", part))).as(part).isEqualTo(-1);
		}
		passing.acknowledge("c", "anna", 1);
		for (String part : List.of("messages", "members", "meta")) {
			assertThat(number("PTTL", chatKey("c", part))).as(part).isBetween(40_000L, 100_000L);
		}
	}

	@Test
	void refusesBadArgumentsBeforeAnythingIsSent() {
		GroupChat<String> small = chats(GroupChatSettings.defaults().withMaxPayload(10).withMaxMembers(2));
		server().resetStats();
		assertThatIllegalArgumentException().isThrownBy(() -> small.send("c", "anna", "x".repeat(11)))
			.withMessage("body must not be larger than 10 bytes, was 11 when written");
		assertThatIllegalArgumentException().isThrownBy(() -> small.send("", "anna", "x"))
			.withMessageStartingWith("chat ");
		assertThatIllegalArgumentException().isThrownBy(() -> small.send("c", "x".repeat(201), "x"))
			.withMessageStartingWith("from ");
		assertThatIllegalArgumentException().isThrownBy(() -> small.send("c", "anna", "x", ""))
			.withMessageStartingWith("messageId ");
		assertThatIllegalArgumentException().isThrownBy(() -> small.create("c", List.of()))
			.withMessageStartingWith("members ");
		assertThatIllegalArgumentException().isThrownBy(() -> small.create("c", List.of("a", "b", "c")))
			.withMessageStartingWith("members ");
		assertThatIllegalArgumentException().isThrownBy(() -> small.acknowledge("c", "anna", -1))
			.withMessageStartingWith("upTo ");
		assertThatIllegalArgumentException().isThrownBy(() -> small.fetch("anna", 0))
			.withMessageStartingWith("perChat ");
		assertThatIllegalArgumentException().isThrownBy(() -> small.fetch("c", "anna", 10_001))
			.withMessageStartingWith("limit ");
		assertThat(server().commandCalls()).doesNotContainKeys("evalsha", "eval", "zrange");
	}

	@Test
	void changesNothingWhenAKeyHoldsAnotherType() {
		raw("SET", chatKey("c", "ids"), "x");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.chats.create("c", List.of("anna")))
			.withMessageContaining("WRONGTYPE");
		assertThat(keysLeft()).containsExactly(chatKey("c", "ids"));
		raw("DEL", chatKey("c", "ids"));
		this.chats.create("c", List.of("anna", "ben"));
		String seq = String.valueOf(raw("HGET", chatKey("c", "meta"), "seq"));
		raw("SET", chatKey("c", "messages"), "x");
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.chats.send("c", "anna", "x"));
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.chats.leave("c", "anna"));
		assertThatExceptionOfType(RedisCommandException.class).isThrownBy(() -> this.chats.join("c", "carl"));
		assertThat(raw("HGET", chatKey("c", "meta"), "seq")).isEqualTo(seq);
		assertThat(this.chats.members("c")).containsExactly("anna", "ben");
	}

	@Test
	void needsOneScriptToSendAndOneToAcknowledge() {
		this.chats.create("c", List.of("anna"));
		sendAll("c", "anna", 1);
		take("c", "anna");
		server().resetStats();
		long seq = ((Sent) this.chats.send("c", "anna", "x")).seq();
		this.chats.acknowledge("c", "anna", seq);
		assertThat(server().commandCalls()).containsEntry("evalsha", 2L).doesNotContainKey("eval");
	}

}
