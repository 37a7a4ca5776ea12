// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.idempotency;

import java.util.List;
import java.util.UUID;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.LoginKeys;
import io.github.rediscomponents.test.Concurrently;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Chats that are begun by a repeated request, because the first answer was lost.
 */
class RepeatedChatTests {

	private final Guide guide = Guide.shared();

	private final String anna = this.guide.loginAsSomebody();

	private final String key = UUID.randomUUID().toString();

	private Answer begin(String members, @Nullable String name) {
		return this.guide.post("/chat", this.anna, "{\"members\":%s}".formatted(members), name);
	}

	private void assertChats(int expected) {
		assertThat(this.guide.get("/chat", this.anna).list()).hasSize(expected);
	}

	@Test
	void theSameRequestAgainBeginsNothingAndAnswersTheSame() {
		Answer first = begin("[4,5]", this.key).assertDone();
		assertThat(begin("[4,5]", this.key).text()).isEqualTo(first.text());
		assertThat(begin("[4,5,4]", this.key).text()).isEqualTo(first.text());
		assertChats(1);
	}

	@Test
	void theSameRequestAtOnceBeginsOne() {
		List<Answer> answers = Concurrently.run(8, () -> begin("[4]", this.key));
		assertThat(answers).extracting(Answer::text).containsOnly(answers.get(0).assertDone().text());
		assertChats(1);
	}

	@Test
	void otherMembersUnderTheSameKeyAreRefused() {
		String chat = begin("[4]", this.key).data().asString();
		Answer other = this.guide.post("/chat", this.anna, "{\"members\":[5]}", this.key);
		assertThat(other.status()).isEqualTo(422);
		assertThat(other.body().path("data").asString()).isEqualTo(chat);
		assertChats(1);
	}

	@Test
	void aRefusedRequestLeavesItsKeyFree() {
		begin("[99999999]", this.key).assertRefused();
		begin("[4]", this.key).assertDone();
		assertChats(1);
	}

	@Test
	void withoutAKeyEveryRequestBeginsOne() {
		begin("[4]", null).assertDone();
		begin("[4]", null).assertDone();
		assertChats(2);
	}

	@Test
	void aRepetitionCompletesWhatADyingInstanceLeft() {
		String chat = begin("[4]", this.key).data().asString();
		// As if Redis had not been told.
		StringRedisTemplate redis = this.guide.bean(StringRedisTemplate.class);
		assertThat(redis.delete(redis.keys(LoginKeys.prefix(this.guide) + ":*{chat:" + chat + "}*"))).isPositive();
		assertChats(0);
		assertThat(begin("[4]", this.key).data().asString()).isEqualTo(chat);
		assertChats(1);
	}

	@Test
	void aRepetitionTakesNobodyBackWhoHasLeft() {
		String chat = begin("[4,5]", this.key).data().asString();
		this.guide.delete("/chat/" + chat + "/members/4", this.guide.tokenOf(4)).assertDone();
		begin("[4,5]", this.key).assertDone();
		assertThat(this.guide.get("/chat/" + chat + "/members", this.anna).ids()).doesNotContain(4L).contains(5L);
	}

}
