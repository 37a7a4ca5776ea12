// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.util.HashSet;
import java.util.List;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.TwoGuides;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Chats of users, on two instances.
 */
class ChatTests extends TwoGuides {

	private final String anna = one.tokenOf(10);

	private final String ben = two.tokenOf(11);

	private final String carl = two.tokenOf(12);

	@BeforeAll
	static void start() {
		Guide.Settings settings = new Guide.Settings().with("redis-components.group-chat.max-messages", "100");
		start(settings);
	}

	@Test
	void messagesWaitUntilTheyAreRead() {
		String chat = create("[11]");
		long first = send(one, this.anna, chat, "hello 👋 <b>");
		long second = send(two, this.ben, chat, "hi");
		assertThat(second).isEqualTo(first + 1);
		for (Guide guide : List.of(one, two)) {
			JsonNode waiting = pending(guide, this.ben, chat);
			assertThat(waiting.path("unread").asLong()).isEqualTo(2);
			assertThat(waiting.path("missed").asLong()).isZero();
			JsonNode message = waiting.path("messages").get(0);
			assertThat(message.path("seq").asLong()).isEqualTo(first);
			assertThat(message.path("text").asString()).isEqualTo("hello 👋 <b>");
			assertThat(message.path("from").path("id").asLong()).isEqualTo(10);
			assertThat(message.path("from").path("nickName").asString()).isNotBlank();
			assertThat(message.path("time").asString()).startsWith("20");
		}
		one.put("/chat/" + chat + "/read?upTo=" + first, this.ben).assertDone();
		assertThat(pending(two, this.ben, chat).path("messages").size()).isEqualTo(1);
		one.put("/chat/" + chat + "/read?upTo=" + second, this.ben).assertDone();
		one.put("/chat/" + chat + "/read?upTo=" + first, this.ben).assertDone();
		assertThat(pending(two, this.ben, chat).isMissingNode()).isTrue();
		assertThat(pending(two, this.anna, chat).path("unread").asLong()).isEqualTo(2);
		assertThat(unread(this.ben, chat)).isZero();
		// Of others: one's own message waits for other devices only.
		assertThat(unread(this.anna, chat)).isEqualTo(1);
		one.put("/chat/" + chat + "/read?upTo=" + (second + 5), this.ben).assertRefused();
	}

	@Test
	void whoJoinsSeesWhatFollows() {
		String chat = create("[11]");
		send(one, this.anna, chat, "before");
		one.get("/chat/" + chat + "/members", this.carl).assertRefused();
		two.put("/chat/" + chat + "/members/12", this.ben).assertDone();
		two.put("/chat/" + chat + "/members/12", this.ben).assertDone();
		send(one, this.anna, chat, "after");
		JsonNode messages = pending(one, this.carl, chat).path("messages");
		assertThat(messages.size()).isEqualTo(1);
		assertThat(messages.get(0).path("text").asString()).isEqualTo("after");
		assertThat(one.get("/chat/" + chat + "/members", this.carl).ids()).containsExactlyInAnyOrder(10L, 11L, 12L);
	}

	@Test
	void membersLeaveAndAreTakenOutByTheCreator() {
		String chat = create("[11,12]");
		one.delete("/chat/" + chat + "/members/12", this.ben).assertRefused();
		two.delete("/chat/" + chat + "/members/12", this.anna).assertDone();
		two.delete("/chat/" + chat + "/members/12", this.anna).assertRefused();
		one.post("/chat/" + chat + "/messages", this.carl, "{\"text\":\"x\"}").assertRefused();
		one.put("/chat/" + chat + "/members/12", this.carl).assertRefused();
		one.delete("/chat/" + chat + "/members/11", this.ben).assertDone();
		one.delete("/chat/" + chat + "/members/10", this.anna).assertDone();
		one.post("/chat/" + chat + "/messages", this.anna, "{\"text\":\"x\"}").assertRefused();
	}

	@Test
	void aMessageWithAnIdIsSentOnceHoweverOftenItIsTried() {
		String chat = create("[11]");
		List<Long> numbers = Concurrently.run(20,
				() -> one.post("/chat/" + chat + "/messages", this.anna, "{\"text\":\"once\",\"messageId\":\"m1\"}")
					.data()
					.asLong());
		assertThat(new HashSet<>(numbers)).hasSize(1);
		two.post("/chat/" + chat + "/messages", this.ben, "{\"text\":\"mine\",\"messageId\":\"m1\"}").assertDone();
		assertThat(pending(two, this.ben, chat).path("unread").asLong()).isEqualTo(2);
	}

	@Test
	void theLongestIdsAreSentAndLongerOnesRefusedBeforeAnythingIsStored() {
		String chat = create("[11]");
		String path = "/chat/" + chat + "/messages";
		for (String id : List.of("x".repeat(100), "👋".repeat(50))) {
			one.post(path, this.anna, message(id)).assertDone();
			two.post(path, this.anna, message(id)).assertDone();
		}
		for (String id : List.of("x".repeat(101), "👋".repeat(50) + "x", "👋".repeat(100))) {
			one.post(path, this.anna, message(id)).assertRefused();
		}
		assertThat(pending(one, this.ben, chat).path("messages").size()).isEqualTo(2);
		assertThat(one.get(path, this.anna).list()).hasSize(2);
	}

	private static String message(String id) {
		return "{\"text\":\"x\",\"messageId\":\"%s\"}".formatted(id);
	}

	@Test
	void whoComesTooLateIsToldHowManyWereMissed() {
		String chat = create("[11]");
		for (int i = 0; i < 110; i++) {
			send((i % 2 == 0) ? one : two, this.anna, chat, "message " + i);
		}
		JsonNode waiting = two.get("/chat/pending?limit=5", this.ben)
			.list()
			.stream()
			.filter((one) -> one.path("chat").asString().equals(chat))
			.findFirst()
			.orElseThrow();
		assertThat(waiting.path("missed").asLong()).isEqualTo(10);
		assertThat(waiting.path("messages").size()).isEqualTo(5);
		assertThat(waiting.path("messages").get(0).path("text").asString()).isEqualTo("message 10");
		assertThat(waiting.path("unread").asLong()).isEqualTo(110);
	}

	@ParameterizedTest
	@ValueSource(strings = { "10-1", "nothing", "1-2-3", "99999999999999999999-1" })
	void chatsThatDoNotExistAreRefused(String chat) {
		one.post("/chat/" + chat + "/messages", this.anna, "{\"text\":\"x\"}").assertRefused();
		one.put("/chat/" + chat + "/read?upTo=1", this.anna).assertRefused();
		one.get("/chat/" + chat + "/members", this.anna).assertRefused();
		one.put("/chat/" + chat + "/members/11", this.anna).assertRefused();
		one.delete("/chat/" + chat + "/members/11", this.anna).assertRefused();
	}

	@Test
	void whatMakesNoSenseIsRefused() {
		String chat = create("[]");
		for (String message : List.of("{}", "{\"text\":\" \"}", "{\"text\":\"\\u0000\"}", "{\"text\":\"\\ud83d\"}",
				"{\"text\":\"%s\"}".formatted("x".repeat(1001)))) {
			one.post("/chat/" + chat + "/messages", this.anna, message).assertRefused();
		}
		one.post("/chat", this.anna, "{\"members\":[99999999]}").assertRefused();
		one.post("/chat", this.anna, "{\"members\":[\"x\"]}").assertStatus(400);
		one.put("/chat/" + chat + "/members/99999999", this.anna).assertRefused();
		one.put("/chat/" + chat + "/members/x", this.anna).assertStatus(400);
		one.put("/chat/" + chat + "/read?upTo=-1", this.anna).assertRefused();
		one.get("/chat/pending?limit=0", this.anna).assertRefused();
		one.get("/chat/pending").assertStatus(401);
		one.post("/chat", null, "{}").assertStatus(401);
	}

	private String create(String members) {
		JsonNode chat = one.post("/chat", this.anna, "{\"members\":%s}".formatted(members)).data();
		assertThat(chat.isString()).isTrue();
		return chat.asString();
	}

	private static long send(Guide guide, String token, String chat, String text) {
		return guide.post("/chat/" + chat + "/messages", token, "{\"text\":\"%s\"}".formatted(text)).data().asLong();
	}

	private static JsonNode pending(Guide guide, String token, String chat) {
		return guide.get("/chat/pending", token)
			.list()
			.stream()
			.filter((one) -> one.path("chat").asString().equals(chat))
			.findFirst()
			.orElse(tools.jackson.databind.node.MissingNode.getInstance());
	}

	private static long unread(String token, String chat) {
		return one.get("/chat", token)
			.list()
			.stream()
			.filter((one) -> one.path("chat").asString().equals(chat))
			.findFirst()
			.orElseThrow()
			.path("unread")
			.asLong();
	}

}
