// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.follow;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Who follows whom.
 */
class FollowTests {

	private final Guide guide = Guide.shared();

	private final String token = this.guide.loginAsSomebody();

	private final long me = id(this.token);

	@Test
	void followingIsSeenAtOnceAndCanBeRepeated() {
		long other = id(this.guide.loginAsSomebody());
		assertThat(isFollowing(other)).isFalse();
		follow(other);
		follow(other);
		assertThat(isFollowing(other)).isTrue();
		assertThat(rows(other)).isEqualTo(1);
		unfollow(other);
		unfollow(other);
		assertThat(isFollowing(other)).isFalse();
		assertThat(rows(other)).isZero();
	}

	@Test
	void oneselfAndUnknownUsersAreRefused() {
		this.guide.put("/follow/" + this.me + "/true", this.token).assertRefused();
		this.guide.put("/follow/999999999/true", this.token).assertRefused();
		this.guide.put("/follow/0/true", this.token).assertRefused();
		this.guide.put("/follow/-1/true", this.token).assertRefused();
		this.guide.put("/follow/999999999/false", this.token).assertDone();
		this.guide.put("/follow/2/maybe", this.token).assertStatus(400);
		this.guide.put("/follow/2/true", null).assertStatus(401);
		this.guide.get("/follow/or/not/2").assertStatus(401);
		this.guide.get("/follow/common/2").assertStatus(401);
		assertThat(isFollowing(this.me)).isFalse();
		assertThat(isFollowing(999999999)).isFalse();
	}

	@Test
	void whomTwoBothFollowAreShownTheLastOneFirst() {
		String token = this.guide.loginAsSomebody();
		for (long user : new long[] { 105, 101, 103, 110 }) {
			follow(user);
		}
		for (long user : new long[] { 101, 102, 103, 105 }) {
			this.guide.put("/follow/" + user + "/true", token).assertDone();
		}
		Answer common = this.guide.get("/follow/common/" + id(token), this.token);
		assertThat(common.ids()).containsExactly(103L, 101L, 105L);
		assertThat(common.list().get(0).propertyNames()).containsExactlyInAnyOrder("id", "nickName", "icon");
		assertThat(this.guide.get("/follow/common/999999999", this.token).ids()).isEmpty();
	}

	@Test
	void fansAndFollowedOnesAreCounted() {
		String token = this.guide.loginAsSomebody();
		long other = id(token);
		assertThat(this.guide.get("/user/info/" + other, token).body().has("data")).isFalse();
		follow(other);
		follow(120);
		JsonNode info = this.guide.get("/user/info/" + other, token).data();
		assertThat(info.path("userId").asLong()).isEqualTo(other);
		assertThat(info.path("fans").asInt()).isEqualTo(1);
		assertThat(info.path("followee").asInt()).isZero();
		JsonNode mine = this.guide.get("/user/info/" + this.me, token).data();
		assertThat(mine.path("fans").asInt()).isZero();
		assertThat(mine.path("followee").asInt()).isEqualTo(2);
	}

	@Test
	void aCrowdThatChangesItsMindLeavesRedisAndDatabaseTheSame() {
		long other = id(this.guide.loginAsSomebody());
		List<Callable<Answer>> presses = IntStream.range(0, 120)
			.<Callable<Answer>>mapToObj((i) -> () -> this.guide.put("/follow/" + other + "/" + (i % 3 != 0),
					this.guide.tokenOf(200 + i % 8)))
			.toList();
		assertThat(Concurrently.run(presses)).allSatisfy(Answer::assertDone);
		await().untilAsserted(() -> assertThat(this.guide.bean(JdbcClient.class)
			.sql("SELECT COUNT(*) FROM tb_untold_change WHERE target_id = ?")
			.param(other)
			.query(Long.class)
			.single()).isZero());
		for (long user = 200; user < 208; user++) {
			boolean stored = this.guide.bean(JdbcClient.class)
				.sql("SELECT COUNT(*) FROM tb_follow WHERE user_id = ? AND followed_id = ?")
				.params(user, other)
				.query(Long.class)
				.single() == 1;
			assertThat(this.guide.get("/follow/or/not/" + other, this.guide.tokenOf(user)).data().asBoolean())
				.isEqualTo(stored);
		}
	}

	@Test
	void nobodyFollowsMoreThanFiveThousand() {
		JdbcClient jdbc = this.guide.bean(JdbcClient.class);
		jdbc.sql("INSERT INTO tb_user (id, account, nick_name, icon, create_time) "
				+ "SELECT 1000000 + x, 'followed:' || x, '', '', LOCALTIMESTAMP(3) FROM SYSTEM_RANGE(1, 4999)")
			.update();
		jdbc.sql("INSERT INTO tb_follow (user_id, followed_id, create_time) "
				+ "SELECT ?, 1000000 + x, LOCALTIMESTAMP(3) FROM SYSTEM_RANGE(1, ?)")
			.params(this.me, 4999)
			.update();
		follow(101);
		this.guide.put("/follow/102/true", this.token).assertRefused();
		assertThat(rows(102)).isZero();
		unfollow(101);
		follow(102);
		jdbc.sql("DELETE FROM tb_user WHERE account LIKE 'followed:%'").update();
	}

	private void follow(long other) {
		this.guide.put("/follow/" + other + "/true", this.token).assertDone();
	}

	private void unfollow(long other) {
		this.guide.put("/follow/" + other + "/false", this.token).assertDone();
	}

	private boolean isFollowing(long other) {
		JsonNode answer = this.guide.get("/follow/or/not/" + other, this.token).data();
		assertThat(answer.isBoolean()).isTrue();
		return answer.asBoolean();
	}

	private long rows(long other) {
		return this.guide.bean(JdbcClient.class)
			.sql("SELECT COUNT(*) FROM tb_follow WHERE user_id = ? AND followed_id = ?")
			.params(this.me, other)
			.query(Long.class)
			.single();
	}

	private long id(String ofToken) {
		return this.guide.get("/user/me", ofToken).data().path("id").asLong();
	}

}
