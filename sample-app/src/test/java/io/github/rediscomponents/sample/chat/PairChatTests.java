// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.chat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.LoginKeys;
import io.github.rediscomponents.sample.fixture.TwoGuides;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The chat of two users, on two instances.
 */
class PairChatTests extends TwoGuides {

	private static final AtomicInteger NEXT = new AtomicInteger(100);

	private final long anna = NEXT.incrementAndGet();

	private final long ben = NEXT.incrementAndGet();

	private final String annas = one.tokenOf(this.anna);

	private final String bens = two.tokenOf(this.ben);

	@BeforeAll
	static void start() {
		start(new Guide.Settings());
	}

	@Test
	void twoWhoBeginOneAtTheSameMomentHaveOne() {
		AtomicInteger turn = new AtomicInteger();
		List<String> chats = Concurrently.run(8, () -> ((turn.incrementAndGet() % 2 == 0)
				? with(one, this.annas, this.ben) : with(two, this.bens, this.anna))
			.data()
			.asString());
		assertThat(new HashSet<>(chats)).hasSize(1);
		assertThat(chatsOf(this.annas)).containsExactlyElementsOf(new HashSet<>(chats));
		assertThat(chatsOf(this.bens)).containsExactlyElementsOf(new HashSet<>(chats));
	}

	@Test
	void theOneThatThereIsGoesOn() {
		String chat = one.post("/chat", this.annas, "{\"members\":[%d]}".formatted(this.ben)).data().asString();
		assertThat(with(two, this.bens, this.anna).data().asString()).isEqualTo(chat);
		assertThat(with(one, this.annas, this.ben).data().asString()).isEqualTo(chat);
	}

	@Test
	void onceOneHasLeftOrAThirdHasComeThereIsAnother() {
		String left = with(one, this.annas, this.ben).data().asString();
		two.delete("/chat/" + left + "/members/" + this.ben, this.bens).assertDone();
		String second = with(two, this.bens, this.anna).data().asString();
		one.put("/chat/" + second + "/members/1", this.annas).assertDone();
		String third = with(one, this.annas, this.ben).data().asString();
		assertThat(Set.of(left, second, third)).hasSize(3);
		assertThat(with(two, this.bens, this.anna).data().asString()).isEqualTo(third);
	}

	@Test
	void anEndedOneBeginsAnewWithoutItsLines() {
		String chat = with(one, this.annas, this.ben).data().asString();
		one.post("/chat/" + chat + "/messages", this.annas, "{\"text\":\"a\"}").assertDone();
		two.delete("/chat/" + chat + "/members/" + this.ben, this.bens).assertDone();
		one.delete("/chat/" + chat + "/members/" + this.anna, this.annas).assertDone();
		assertThat(with(one, this.annas, this.ben).data().asString()).isNotEqualTo(chat);
		assertThat(one.bean(JdbcClient.class)
			.sql("SELECT COUNT(*) FROM tb_chat_line WHERE chat = ?")
			.param(chat)
			.query(Long.class)
			.single()).isZero();
	}

	@Test
	void oneThatRedisHasLostComesBackWithItsLines() {
		String chat = with(one, this.annas, this.ben).data().asString();
		one.post("/chat/" + chat + "/messages", this.annas, "{\"text\":\"a\"}").assertDone();
		StringRedisTemplate redis = one.bean(StringRedisTemplate.class);
		redis.delete(redis.keys(LoginKeys.prefix(one) + ":*{chat:" + chat + "}*"));
		assertThat(with(two, this.bens, this.anna).data().asString()).isEqualTo(chat);
		assertThat(one.get("/chat/" + chat + "/messages", this.annas).list()).hasSize(1);
	}

	@Test
	void nobodyChatsWithNobody() {
		with(one, this.annas, this.anna).assertRefused();
		with(one, this.annas, 99_999_999).assertRefused();
		with(one, this.annas, -1).assertRefused();
		one.put("/chat/with/x", this.annas).assertStatus(400);
		with(one, null, this.ben).assertStatus(401);
		assertThat(chatsOf(this.annas)).isEmpty();
	}

	private static Answer with(Guide guide, String token, long user) {
		return guide.put("/chat/with/" + user, token);
	}

	private static List<String> chatsOf(String token) {
		List<String> chats = new ArrayList<>();
		one.get("/chat", token).list().forEach((chat) -> chats.add(chat.path("chat").asString()));
		return chats;
	}

}
