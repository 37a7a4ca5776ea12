// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.TwoGuides;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What was said in chats stays readable when all have read it, on two instances.
 */
class ChatHistoryTests extends TwoGuides {

	private static final Duration PATIENCE = Duration.ofMinutes(1);

	private final String anna = one.tokenOf(20);

	private final String ben = two.tokenOf(21);

	private final String carl = two.tokenOf(22);

	@BeforeAll
	static void start() {
		start(new Guide.Settings().with("redis-components.group-chat.max-messages", "100"));
	}

	@Test
	void whatAllHaveReadIsStillThere() {
		String chat = create("[21]");
		say(one, this.anna, chat, "hello 👋 <b>");
		long last = say(two, this.ben, chat, "hi");
		one.put("/chat/" + chat + "/read?upTo=" + last, this.anna).assertDone();
		one.put("/chat/" + chat + "/read?upTo=" + last, this.ben).assertDone();
		assertThat(waiting(this.anna, chat)).isEmpty();
		List<JsonNode> said = two.get("/chat/" + chat + "/messages", this.anna).list();
		assertThat(texts(said)).containsExactly("hi", "hello 👋 <b>");
		assertThat(said.get(1).path("from").path("id").asLong()).isEqualTo(20);
		assertThat(said.get(1).path("from").path("nickName").asString()).isNotBlank();
		assertThat(said.get(1).path("time").asString()).startsWith("20");
		assertThat(one.get("/chat/" + chat + "/messages", this.ben).list()).isEqualTo(said);
	}

	@Test
	void ownMessagesAreNotUnread() {
		String chat = create("[21]");
		say(one, this.anna, chat, "one");
		say(one, this.anna, chat, "two");
		assertThat(chat(this.anna, chat).path("unread").asLong()).isZero();
		assertThat(chat(this.ben, chat).path("unread").asLong()).isEqualTo(2);
	}

	@Test
	void pagesJoinWithoutGapOrRepeat() {
		String chat = create("[21]");
		List<String> expected = IntStream.range(0, 70).mapToObj((i) -> "line " + (69 - i)).toList();
		IntStream.range(0, 70).forEach((i) -> say((i % 2 == 0) ? one : two, this.anna, chat, "line " + i));
		List<String> read = new ArrayList<>();
		long before = 0;
		List<JsonNode> page;
		do {
			page = two.get("/chat/" + chat + "/messages?limit=30&before=" + before, this.ben).list();
			read.addAll(texts(page));
			before = page.isEmpty() ? 0 : page.get(page.size() - 1).path("id").asLong();
			// What is said meanwhile moves nothing.
			say(one, this.anna, chat, "meanwhile");
		}
		while (page.size() == 30);
		assertThat(read).isEqualTo(expected);
		assertThat(one.get("/chat/" + chat + "/messages?limit=30&before=1", this.ben).list()).isEmpty();
	}

	@Test
	void membersOnlyReadIt() {
		String chat = create("[21]");
		say(one, this.anna, chat, "between us");
		String path = "/chat/" + chat + "/messages";
		one.get(path, this.carl).assertRefused();
		one.get(path).assertStatus(401);
		one.get("/chat/20-1/messages", this.anna).assertRefused();
		one.delete("/chat/" + chat + "/members/21", this.ben).assertDone();
		one.get(path, this.ben).assertRefused();
	}

	@Test
	void aLaterMemberReadsWhatFollows() {
		String chat = create("[21]");
		say(one, this.anna, chat, "before");
		two.put("/chat/" + chat + "/members/22", this.ben).assertDone();
		say(one, this.anna, chat, "after");
		two.put("/chat/" + chat + "/members/22", this.ben).assertDone();
		assertThat(texts(one.get("/chat/" + chat + "/messages", this.carl).list())).containsExactly("after");
		assertThat(texts(one.get("/chat/" + chat + "/messages", this.ben).list())).containsExactly("after", "before");
		assertThat(chat(this.carl, chat).path("last").path("text").asString()).isEqualTo("after");
		one.delete("/chat/" + chat + "/members/22", this.carl).assertDone();
		say(one, this.anna, chat, "meanwhile");
		two.put("/chat/" + chat + "/members/22", this.ben).assertDone();
		assertThat(one.get("/chat/" + chat + "/messages", this.carl).list()).isEmpty();
		assertThat(chat(this.carl, chat).has("last")).isFalse();
	}

	@Test
	void aLineIsKeptOnceHoweverOftenItIsTried() {
		String chat = create("[21]");
		String message = "{\"text\":\"once\",\"messageId\":\"m1\"}";
		Concurrently.run(20, () -> one.post("/chat/" + chat + "/messages", this.anna, message).assertDone());
		assertThat(one.get("/chat/" + chat + "/messages", this.ben).list()).hasSize(1);
		assertThat(waiting(this.ben, chat)).hasSize(1);
	}

	@Test
	void aLineThatWasStoredAndNotSentIsSentALittleLater() {
		String chat = create("[21]");
		JdbcClient jdbc = one.bean(JdbcClient.class);
		// As if the instance had died after the commit.
		jdbc.sql("INSERT INTO tb_chat_line (chat, user_id, message_id, content, create_time) "
				+ "VALUES (?, 20, 'm1', 'late', LOCALTIMESTAMP(3))")
			.param(chat)
			.update();
		jdbc.sql("INSERT INTO tb_untold_change (kind, user_id, target_id, noted_at) "
				+ "SELECT 'chat-line', user_id, id, 0 FROM tb_chat_line WHERE chat = ?")
			.param(chat)
			.update();
		await().atMost(PATIENCE).until(() -> waiting(this.ben, chat).size() == 1);
		await().atMost(PATIENCE).until(() -> count("tb_untold_change WHERE kind = 'chat-line'") == 0);
		one.post("/chat/" + chat + "/messages", this.anna, "{\"text\":\"late\",\"messageId\":\"m1\"}").assertDone();
		List<JsonNode> waiting = waiting(this.ben, chat);
		assertThat(texts(waiting)).containsExactly("late");
		JsonNode said = one.get("/chat/" + chat + "/messages", this.ben).list().get(0);
		assertThat(waiting.get(0).path("id")).isEqualTo(said.path("id"));
	}

	@Test
	void aSentLineIsNotSentAgainWhenRedisHasForgottenItsId() {
		String chat = create("[21]");
		String message = "{\"text\":\"once\",\"messageId\":\"m1\"}";
		long number = one.post("/chat/" + chat + "/messages", this.anna, message).data().asLong();
		forgetIds(chat);
		assertThat(two.post("/chat/" + chat + "/messages", this.anna, message).data().asLong()).isEqualTo(number);
		note("SELECT 'chat-line', user_id, id, 0 FROM tb_chat_line WHERE chat = '" + chat + "'");
		await().atMost(PATIENCE).until(() -> untold("chat-line") == 0);
		assertThat(texts(waiting(this.ben, chat))).containsExactly("once");
	}

	@Test
	void aLineWhoseInstanceDiedAfterSendingIsSentOnce() {
		String chat = create("[21]");
		long number = say(one, this.anna, chat, "once");
		one.bean(JdbcClient.class).sql("UPDATE tb_chat_line SET seq = NULL WHERE chat = ?").param(chat).update();
		note("SELECT 'chat-line', user_id, id, 0 FROM tb_chat_line WHERE chat = '" + chat + "'");
		await().atMost(PATIENCE).until(() -> untold("chat-line") == 0);
		assertThat(texts(waiting(this.ben, chat))).containsExactly("once");
		assertThat(count("tb_chat_line WHERE chat = '" + chat + "' AND seq = " + number)).isEqualTo(1);
	}

	@Test
	void aLineOfAMemberThatWasRemovedMeanwhileRemainsInTheHistory() {
		String chat = create("[21]");
		one.delete("/chat/" + chat + "/members/21", this.anna).assertDone();
		one.bean(JdbcClient.class)
			.sql("INSERT INTO tb_chat_line (chat, user_id, message_id, content, create_time) "
					+ "VALUES (?, 21, 'm1', 'my last', LOCALTIMESTAMP(3))")
			.param(chat)
			.update();
		note("SELECT 'chat-line', user_id, id, 0 FROM tb_chat_line WHERE chat = '" + chat + "'");
		await().atMost(PATIENCE).until(() -> untold("chat-line") == 0);
		assertThat(texts(one.get("/chat/" + chat + "/messages", this.anna).list())).containsExactly("my last");
		List<JsonNode> refused = two.get("/chat/refused", this.ben).list();
		assertThat(texts(refused)).containsExactly("my last");
		assertThat(refused.get(0).path("time").asString()).startsWith("20");
		String one = "/chat/refused/" + refused.get(0).path("id").asLong();
		two.delete(one, this.anna).assertDone();
		assertThat(two.get("/chat/refused", this.ben).list()).as("only the sender forgets it").isEqualTo(refused);
		two.delete(one, this.ben).assertDone();
		assertThat(two.get("/chat/refused", this.ben).list()).isEmpty();
		two.get("/chat/refused").assertStatus(401);
	}

	@Test
	void theNewestTwentyRefusedLinesAreKeptForTheirSender() {
		String chat = create("[23]");
		one.delete("/chat/" + chat + "/members/23", this.anna).assertDone();
		one.bean(JdbcClient.class)
			.sql("INSERT INTO tb_chat_line (chat, user_id, message_id, content, create_time) "
					+ "SELECT ?, 23, 'm' || x, 'line ' || x, LOCALTIMESTAMP(3) FROM SYSTEM_RANGE(1, 25)")
			.param(chat)
			.update();
		note("SELECT 'chat-line', user_id, id, 0 FROM tb_chat_line WHERE chat = '" + chat + "' ORDER BY id");
		await().atMost(PATIENCE).until(() -> untold("chat-line") == 0);
		assertThat(texts(one.get("/chat/refused", one.tokenOf(23)).list()))
			.isEqualTo(IntStream.range(0, 20).mapToObj((i) -> "line " + (25 - i)).toList());
	}

	@Test
	void aLineOfAChatThatHasEndedMeanwhileDoesNotStay() {
		String chat = create("[]");
		one.delete("/chat/" + chat + "/members/20", this.anna).assertDone();
		// As if it had been stored when the last member left.
		one.bean(JdbcClient.class)
			.sql("INSERT INTO tb_chat_line (chat, user_id, message_id, content, create_time) "
					+ "VALUES (?, 20, 'm1', 'too late', LOCALTIMESTAMP(3))")
			.param(chat)
			.update();
		note("SELECT 'chat-line', user_id, id, 0 FROM tb_chat_line WHERE chat = '" + chat + "'");
		await().atMost(PATIENCE).until(() -> untold("chat-line") == 0);
		assertThat(count("tb_chat_line WHERE chat = '" + chat + "'")).isZero();
		JsonNode refused = one.get("/chat/refused", this.anna).list().get(0);
		assertThat(refused.path("text").asString()).isEqualTo("too late");
		one.delete("/chat/refused/" + refused.path("id").asLong(), this.anna).assertDone();
	}

	@Test
	void theHistoryOfAChatThatRedisHasLostStays() {
		String chat = create("[21]");
		say(one, this.anna, chat, "hello");
		StringRedisTemplate redis = one.bean(StringRedisTemplate.class);
		redis.delete(redis.keys("*{chat:" + chat + "}*"));
		one.bean(JdbcClient.class)
			.sql("INSERT INTO tb_chat_line (chat, user_id, message_id, content, create_time) "
					+ "VALUES (?, 21, 'm2', 'while it was lost', LOCALTIMESTAMP(3))")
			.param(chat)
			.update();
		note("SELECT 'chat-line', user_id, id, 0 FROM tb_chat_line WHERE chat = '" + chat + "' AND message_id = 'm2'");
		await().atMost(PATIENCE).until(() -> untold("chat-line") == 0);
		assertThat(count("tb_chat_line WHERE chat = '" + chat + "' AND content = 'hello'")).isEqualTo(1);
		JsonNode refused = two.get("/chat/refused", this.ben).list().get(0);
		assertThat(refused.path("text").asString()).isEqualTo("while it was lost");
		two.delete("/chat/refused/" + refused.path("id").asLong(), this.ben).assertDone();
	}

	@Test
	void anEndThatWasInterruptedIsCompletedAndAnOpenChatKept() {
		String ended = create("[21]");
		String open = create("[21]");
		for (String chat : List.of(ended, open)) {
			say(one, this.anna, chat, "x");
			String[] parts = chat.split("-");
			if (chat.equals(ended)) {
				// As if the instance had died when the last member had left.
				StringRedisTemplate redis = one.bean(StringRedisTemplate.class);
				redis.delete(redis.keys("*{chat:" + chat + "}*"));
			}
			note("VALUES ('chat-end', %s, %s, 0)".formatted(parts[0], parts[1]));
		}
		await().atMost(PATIENCE).until(() -> untold("chat-end") == 0);
		assertThat(count("tb_chat_line WHERE chat = '" + ended + "'")).isZero();
		assertThat(count("tb_chat_line WHERE chat = '" + open + "'")).isEqualTo(1);
	}

	@Test
	void twoSendersAtOnceAreInBothWithAllTheirLines() {
		String chat = create("[21]");
		Concurrently.run(IntStream.range(0, 40)
			.<Callable<Long>>mapToObj((i) -> () -> (i % 2 == 0) ? say(one, this.anna, chat, "line " + i)
					: say(two, this.ben, chat, "line " + i))
			.toList());
		List<Long> stored = one.get("/chat/" + chat + "/messages", this.anna).ids();
		assertThat(one.get("/chat/" + chat + "/messages?limit=100", this.anna).list()).hasSize(40);
		assertThat(stored).isSortedAccordingTo(Comparator.reverseOrder());
		assertThat(waiting(this.ben, chat)).hasSize(40)
			.extracting((line) -> line.path("id").asLong())
			.containsAll(stored);
	}

	private static void forgetIds(String chat) {
		StringRedisTemplate redis = one.bean(StringRedisTemplate.class);
		assertThat(redis.delete(redis.keys("*{chat:" + chat + "}:ids"))).isEqualTo(1);
	}

	private static void note(String changes) {
		one.bean(JdbcClient.class)
			.sql("INSERT INTO tb_untold_change (kind, user_id, target_id, noted_at) " + changes)
			.update();
	}

	private static long untold(String kind) {
		return count("tb_untold_change WHERE kind = '" + kind + "'");
	}

	@Test
	void aSentLineLeavesNoRecord() {
		String chat = create("[21]");
		IntStream.range(0, 5).forEach((i) -> say(one, this.anna, chat, "x"));
		assertThat(count("tb_untold_change c JOIN tb_chat_line l ON l.id = c.target_id WHERE c.kind = 'chat-line' "
				+ "AND l.chat = '" + chat + "'"))
			.isZero();
	}

	@Test
	void aRefusedLineIsNotKept() {
		String chat = create("[21]");
		one.post("/chat/" + chat + "/messages", this.carl, "{\"text\":\"x\"}").assertRefused();
		assertThat(count("tb_chat_line WHERE chat = '" + chat + "'")).isZero();
	}

	@Test
	void aChatThatHasEndedLeavesNothing() {
		String chat = create("[21]");
		say(one, this.anna, chat, "x");
		two.put("/chat/" + chat + "/members/22", this.ben).assertDone();
		for (int user : new int[] { 20, 21, 22 }) {
			one.delete("/chat/" + chat + "/members/" + user, one.tokenOf(user)).assertDone();
		}
		assertThat(count("tb_chat_line WHERE chat = '" + chat + "'")).isZero();
		assertThat(count("tb_chat_member WHERE chat = '" + chat + "'")).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "limit=0", "limit=201", "limit=-1", "before=-1" })
	void whatMakesNoSenseIsRefused(String query) {
		one.get("/chat/" + create("[]") + "/messages?" + query, this.anna).assertRefused();
	}

	private String create(String members) {
		return one.post("/chat", this.anna, "{\"members\":%s}".formatted(members)).data().asString();
	}

	private static long say(Guide guide, String token, String chat, String text) {
		return guide.post("/chat/" + chat + "/messages", token, "{\"text\":\"%s\"}".formatted(text)).data().asLong();
	}

	private static JsonNode chat(String token, String chat) {
		return two.get("/chat?last=true", token)
			.list()
			.stream()
			.filter((one) -> one.path("chat").asString().equals(chat))
			.findFirst()
			.orElseThrow();
	}

	private static List<JsonNode> waiting(String token, String chat) {
		return two.get("/chat/pending", token)
			.list()
			.stream()
			.filter((one) -> one.path("chat").asString().equals(chat))
			.flatMap((one) -> one.path("messages").valueStream())
			.toList();
	}

	private static List<String> texts(List<JsonNode> messages) {
		return messages.stream().map((message) -> message.path("text").asString()).toList();
	}

	private static long count(String from) {
		return one.bean(JdbcClient.class).sql("SELECT COUNT(*) FROM " + from).query(Long.class).single();
	}

}
