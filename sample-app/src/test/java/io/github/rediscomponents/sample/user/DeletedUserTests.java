// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.user;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.follow.FollowUpkeep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A login whose user was deleted from the database.
 */
class DeletedUserTests {

	private static final String POST = "{\"title\":\"a\",\"content\":\"b\",\"shopId\":1}";

	private final Guide guide = Guide.shared();

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void cannotPublishAndEnds(boolean again) {
		long user = UserStoreAccess.findOrCreate(this.guide.context(), Guide.randomAccount());
		List<String> tokens = List.of(this.guide.tokenOf(user), this.guide.tokenOf(user));
		delete(user);
		this.guide.post("/blog", tokens.get(0), POST, again ? "key-of-" + user : null).assertStatus(401);
		for (String token : tokens) {
			this.guide.get("/user/me", token).assertStatus(401);
		}
	}

	@Test
	void cannotFollowAndEnds() {
		long user = UserStoreAccess.findOrCreate(this.guide.context(), Guide.randomAccount());
		String token = this.guide.tokenOf(user);
		delete(user);
		this.guide.put("/follow/1/true", token).assertStatus(401);
		this.guide.get("/user/me", token).assertStatus(401);
		assertThat(follows(user)).isZero();
	}

	@Test
	void leavesNoFollowsOnEitherSide() {
		long user = UserStoreAccess.findOrCreate(this.guide.context(), Guide.randomAccount());
		long friend = UserStoreAccess.findOrCreate(this.guide.context(), Guide.randomAccount());
		String token = this.guide.tokenOf(friend);
		this.guide.put("/follow/" + friend + "/true", this.guide.tokenOf(user)).assertDone();
		this.guide.put("/follow/" + user + "/true", token).assertDone();
		delete(user);
		assertThat(follows(user)).isZero();
		// As every night.
		this.guide.bean(FollowUpkeep.class).repair(friend);
		assertThat(this.guide.get("/follow/or/not/" + user, token).data().asBoolean()).isFalse();
		assertThat(this.guide.get("/user/info/" + friend, token).assertDone().body().has("data")).isFalse();
		assertThat(this.guide.get("/user/info/" + user, token).assertDone().body().has("data")).isFalse();
		this.guide.put("/follow/" + user + "/true", token).assertRefused();
		this.guide.put("/follow/" + user + "/false", token).assertDone();
	}

	@ParameterizedTest
	@ValueSource(strings = { "POST /voucher-order/buy/1", "POST /user/sign", "POST /chat", "PUT /follow/1/true",
			"PUT /user/nickname", "PUT /user/info/update", "PUT /user/update" })
	void meetsNoInternalFailure(String request) {
		long user = UserStoreAccess.findOrCreate(this.guide.context(), Guide.randomAccount());
		String token = this.guide.tokenOf(user);
		delete(user);
		String[] parts = request.split(" ");
		assertThat(this.guide
			.send(this.guide.request(parts[1], token)
				.header("Content-Type", "application/json")
				.method(parts[0], BodyPublishers.ofString("{\"nickName\":\"Ada\",\"city\":\"x\"}")))
			.status()).isLessThan(500);
	}

	private long follows(long user) {
		return this.guide.bean(JdbcClient.class)
			.sql("SELECT COUNT(*) FROM tb_follow WHERE user_id = ? OR followed_id = ?")
			.params(user, user)
			.query(Long.class)
			.single();
	}

	private void delete(long user) {
		JdbcClient jdbc = this.guide.bean(JdbcClient.class);
		jdbc.sql("DELETE FROM tb_user_info WHERE user_id = ?").param(user).update();
		assertThat(jdbc.sql("DELETE FROM tb_user WHERE id = ?").param(user).update()).isEqualTo(1);
	}

}
