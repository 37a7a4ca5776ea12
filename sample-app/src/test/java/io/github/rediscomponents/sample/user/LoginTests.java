// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.util.List;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.LoginKeys;
import io.github.rediscomponents.test.Concurrently;
import io.github.rediscomponents.test.SharedRedis;
import io.github.rediscomponents.session.OneTimeCodes;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Login by code, and what a token is worth.
 */
class LoginTests {

	private final Guide guide = Guide.shared();

	private final StringRedisTemplate redis = this.guide.bean(StringRedisTemplate.class);

	@Test
	void firstLoginMakesAUserAndTheNextFindsIt() {
		String account = Guide.randomAccount();
		String first = this.guide.login(account);
		allowNextCode(account);
		String second = this.guide.login(account.toUpperCase());
		assertThat(second).isNotEqualTo(first).hasSize(64);
		long id = this.guide.get("/user/me", first).data().path("id").asLong();
		assertThat(this.guide.get("/user/me", second).data().path("id").asLong()).isEqualTo(id);
		assertThat(this.guide.get("/user/" + id, first).data().path("nickName").asString())
			.matches("user_[a-z0-9]{10}");
	}

	@Test
	void aUserIsShownByIdNameAndIconOnly() {
		String token = this.guide.loginAsSomebody();
		assertThat(this.guide.get("/user/me", token).data().propertyNames()).containsExactlyInAnyOrder("id", "nickName",
				"icon");
		assertThat(this.guide.get("/user/1", token).data().path("nickName").asString()).isEqualTo("小鱼同学");
		assertThat(this.guide.get("/user/1", token).data().path("id").isNumber()).isTrue();
		this.guide.get("/user/3", token).assertRefused();
		this.guide.get("/user/-1", token).assertRefused();
		String me = this.guide.get("/user/me", token).data().path("id").asString();
		assertThat(this.guide.get("/user/info/" + me, token).body().has("data")).isFalse();
		assertThat(this.guide.get("/user/info/999999999", token).assertDone().body().has("data")).isFalse();
	}

	@Test
	void nobodyLogsInAsAnImportedUser() {
		String token = this.guide.login("user2@example.com");
		assertThat(this.guide.get("/user/me", token).data().path("id").asLong()).isGreaterThan(1005);
		assertThat(this.guide.bean(JdbcClient.class)
			.sql("SELECT account FROM tb_user WHERE id IN (1, 2) ORDER BY id")
			.query(String.class)
			.list()).containsExactly("user:1", "user:2");
		this.guide.post("/user/code?phone=user:2").assertRefused();
	}

	@Test
	void ofTwentyLoginsWithOneCodeOneWins() {
		String account = Guide.randomAccount();
		String code = sendCode(account);
		List<Answer> answers = Concurrently.run(20, () -> login(account, code));
		assertThat(answers).filteredOn(Answer::succeeded).hasSize(1);
		assertThat(answers).filteredOn((answer) -> !answer.succeeded()).hasSize(19).allSatisfy(Answer::assertRefused);
	}

	@Test
	void parallelFirstLoginsMakeOneUser() {
		// A code lets one login through, so the way behind it is taken directly.
		String account = Guide.randomAccount();
		List<Long> ids = Concurrently.run(20, () -> UserStoreAccess.findOrCreate(this.guide.context(), account));
		assertThat(ids).hasSize(20).containsOnly(ids.get(0));
		assertThat(count(account)).isEqualTo(1);
	}

	@Test
	void aCodeIsSentOncePerMinuteAndAccount() {
		String account = Guide.randomAccount();
		sendCode(account);
		Answer refused = this.guide.post("/user/code?phone=" + Guide.encode(account)).assertRefused();
		assertThat(refused.sentence()).matches("A code was sent a moment ago\\. Please wait \\d+ seconds\\.");
		sendCode(Guide.randomAccount());
	}

	@Test
	void codesHaveSixDigitsAndLiveTwoMinutes() {
		String account = Guide.randomAccount();
		assertThat(sendCode(account)).matches("[0-9]{6}");
		Long seconds = this.redis.getExpire(prefix() + ":one-time-code:{login:" + account + "}");
		assertThat(seconds).isBetween(110L, 120L);
	}

	@Test
	void fiveWrongCodesVoidTheRightOne() {
		String account = Guide.randomAccount();
		String code = sendCode(account);
		for (int i = 0; i < 4; i++) {
			login(account, wrong(code)).assertRefused();
		}
		String other = Guide.randomAccount();
		String otherCode = sendCode(other);
		for (int i = 0; i < 5; i++) {
			login(other, wrong(otherCode)).assertRefused();
		}
		login(account, code).assertDone();
		login(other, otherCode).assertRefused();
	}

	@Test
	void aCodeThatCannotBeShownIsWrong() {
		assertThat(login(Guide.randomAccount(), "\\ud800").assertRefused().sentence()).startsWith("The code is wrong");
	}

	@Test
	void aCodeOpensOnlyTheAccountThatItWasSentTo() {
		String account = Guide.randomAccount();
		String code = sendCode(account);
		String other = Guide.randomAccount();
		sendCode(other);
		login(other, code.equals("000000") ? "111111" : code).assertRefused();
		login(account, code).assertDone();
		login(account, code).assertRefused();
	}

	@Test
	void aTokenLivesHalfAnHourFromItsLastUse() {
		String token = this.guide.loginAsSomebody();
		assertThat(LoginKeys.left(this.guide, token)).isBetween(1_790_000L, 1_800_000L);
		LoginKeys.leave(this.guide, token, 100_000);
		this.guide.get("/shop/1", token).assertDone();
		assertThat(LoginKeys.left(this.guide, token)).isBetween(1_790_000L, 1_800_000L);
		LoginKeys.leave(this.guide, token, 1_700_000);
		this.guide.get("/user/me", token).assertDone();
		assertThat(LoginKeys.left(this.guide, token)).isBetween(1_790_000L, 1_800_000L);
		LoginKeys.leave(this.guide, token, -1);
		this.guide.get("/user/me", token).assertStatus(401);
	}

	@Test
	void aTokenIsDeadAtOnceAfterLogout() {
		String token = this.guide.loginAsSomebody();
		this.guide.post("/user/logout", token).assertDone();
		this.guide.get("/user/me", token).assertStatus(401);
		this.guide.post("/user/logout", token).assertStatus(401);
	}

	@Test
	void whoReadsRedisFindsNoToken() {
		String token = this.guide.loginAsSomebody();
		Object keys = SharedRedis.standalone().command("KEYS", "*" + token + "*");
		assertThat((List<?>) keys).isEmpty();
	}

	private String prefix() {
		return LoginKeys.prefix(this.guide);
	}

	private long count(String account) {
		return this.guide.bean(JdbcClient.class)
			.sql("SELECT COUNT(*) FROM tb_user WHERE account = ?")
			.param(account)
			.query(Long.class)
			.single();
	}

	private void allowNextCode(String account) {
		this.guide.bean(OneTimeCodes.class).withdraw(account);
	}

	private String sendCode(String account) {
		return this.guide.post("/user/code?phone=" + Guide.encode(account)).data().asString();
	}

	private Answer login(String account, @Nullable String code) {
		return this.guide.post("/user/login", null, "{\"phone\":\"%s\",\"code\":\"%s\"}".formatted(account, code));
	}

	private static String wrong(String code) {
		return (code.charAt(0) == '0') ? "1" + code.substring(1) : "0" + code.substring(1);
	}

}
