// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import io.github.rediscomponents.sample.fixture.Answer;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.LoginKeys;
import io.github.rediscomponents.sample.fixture.TwoGuides;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Likes of posts, on two instances.
 */
class LikeTests extends TwoGuides {

	private static final Duration DUST = Duration.ofMinutes(1);

	@BeforeAll
	static void start() {
		start(new Guide.Settings());
	}

	@Test
	void pressingAgainTakesALikeBack() {
		long post = publish();
		String token = one.tokenOf(5);
		press(one, post, 5);
		assertSeen(two, post, token, 1, true);
		assertSeen(two, post, two.tokenOf(6), 1, false);
		assertThat(two.get("/blog/" + post).data().path("isLike").asBoolean()).isFalse();
		JsonNode listed = one.get("/blog/of/user?id=1", token).list().get(0);
		assertThat(listed.path("id").asLong()).isEqualTo(post);
		assertThat(listed.path("isLike").asBoolean()).isTrue();
		awaitStored(post, 1);
		press(two, post, 5);
		assertSeen(one, post, token, 0, false);
		assertThat(one.get("/blog/likes/" + post).list()).isEmpty();
		awaitStored(post, 0);
	}

	@Test
	void aCrowdAtBothInstancesIsCountedExactly() {
		long post = publish();
		List<Callable<Answer>> presses = IntStream.range(0, 180).<Callable<Answer>>mapToObj((i) -> () -> {
			// Sixty users press three times each.
			long user = 100 + i % 60;
			return ((i % 2 == 0) ? one : two).put("/blog/like/" + post, one.tokenOf(user));
		}).toList();
		assertThat(Concurrently.run(presses)).allSatisfy(Answer::assertDone);
		LongStream.range(100, 110).forEach((user) -> press(one, post, user));
		assertSeen(two, post, two.tokenOf(100), 50, false);
		assertSeen(two, post, two.tokenOf(159), 50, true);
		// The count passes 50 on its way up to 60, too.
		await().atMost(DUST)
			.untilAsserted(() -> assertThat(storedUsers(post))
				.containsExactlyInAnyOrderElementsOf(LongStream.range(110, 160).boxed().toList()));
		awaitStored(post, 50);
	}

	@Test
	void theFirstFiveLikersComeInTheOrderInWhichTheyPressed() {
		long post = publish();
		for (long user : new long[] { 40, 12, 33, 17, 25, 50, 19 }) {
			press((user % 2 == 0) ? one : two, post, user);
		}
		press(one, post, 12);
		JsonNode first = one.get("/blog/likes/" + post).list().get(0);
		assertThat(first.propertyNames()).containsExactlyInAnyOrder("id", "nickName", "icon");
		assertThat(two.get("/blog/likes/" + post).ids()).containsExactly(40L, 33L, 17L, 25L, 50L);
		press(two, post, 12);
		await().atMost(DUST)
			.untilAsserted(() -> assertThat(storedUsers(post)).containsExactly(40L, 33L, 17L, 25L, 50L, 19L, 12L));
		awaitStored(post, 7);
	}

	@Test
	void likesThatRedisLostComeBackFromTheDatabase() {
		long post = publish();
		for (long user : new long[] { 21, 11, 31, 41, 61, 51 }) {
			press(one, post, user);
		}
		awaitStored(post, 6);
		lose(post);
		assertSeen(two, post, two.tokenOf(31), 6, true);
		assertSeen(one, post, one.tokenOf(32), 6, false);
		assertThat(two.get("/blog/likes/" + post).ids()).containsExactly(21L, 11L, 31L, 41L, 61L);
		await().atMost(DUST).until(() -> one.bean(StringRedisTemplate.class).hasKey(key(post)));
		assertThat(two.get("/blog/likes/" + post).ids()).containsExactly(21L, 11L, 31L, 41L, 61L);
		lose(post);
		press(two, post, 11);
		assertSeen(one, post, one.tokenOf(11), 5, false);
		assertThat(one.get("/blog/likes/" + post).ids()).containsExactly(21L, 31L, 41L, 61L, 51L);
		awaitStored(post, 5);
	}

	@Test
	void aLikeWhoseWantedStateIsNamedCanBeRepeated() {
		long post = publish();
		String token = one.tokenOf(5);
		for (Guide guide : List.of(one, one, two)) {
			guide.put("/blog/like/" + post + "?liked=true", token).assertDone();
			assertSeen(one, post, token, 1, true);
		}
		assertThat(activities("like", post)).isEqualTo(1);
		awaitStored(post, 1);
		for (Guide guide : List.of(two, one, two)) {
			guide.put("/blog/like/" + post + "?liked=false", token).assertDone();
			assertSeen(one, post, token, 0, false);
		}
		awaitStored(post, 0);
		one.put("/blog/like/" + post + "?liked=perhaps", token).assertStatus(400);
	}

	@Test
	void aLikeThatIsRepeatedAtOnceIsThere() {
		long post = publish();
		String token = one.tokenOf(5);
		assertThat(Concurrently.run(8, () -> one.put("/blog/like/" + post + "?liked=true", token)))
			.allSatisfy(Answer::assertDone);
		assertSeen(two, post, token, 1, true);
		assertThat(activities("like", post)).isEqualTo(1);
		awaitStored(post, 1);
	}

	@Test
	void theLastLikeThatWasTakenBackDoesNotComeBack() {
		long post = publish();
		for (int i = 0; i < 20; i++) {
			press(one, post, 5);
			press(two, post, 5);
			assertSeen(one, post, one.tokenOf(5), 0, false);
		}
		awaitStored(post, 0);
	}

	@Test
	void whatAnInstanceAcceptedBeforeItWasGoneIsStoredByTheNext() {
		Guide.Settings settings = new Guide.Settings();
		long post;
		try (Guide first = Guide.start(settings.with("redis-components.queue-listener.enabled", "false"))) {
			post = publish(first);
			for (long user = 11; user <= 19; user++) {
				first.put("/blog/like/" + post, first.tokenOf(user)).assertDone();
			}
			first.put("/blog/like/" + post, first.tokenOf(19)).assertDone();
			assertThat(count(first, "SELECT liked FROM tb_blog WHERE id = " + post)).isZero();
		}
		try (Guide second = Guide.start(settings.without("redis-components.queue-listener.enabled"))) {
			await().atMost(DUST)
				.untilAsserted(
						() -> assertThat(count(second, "SELECT liked FROM tb_blog WHERE id = " + post)).isEqualTo(8));
			assertThat(count(second, "SELECT COUNT(*) FROM tb_blog_like WHERE blog_id = " + post)).isEqualTo(8);
		}
	}

	@Test
	void aLikeThatWasAnnouncedByADyingInstanceIsNeitherMadeNorTakenBack() {
		long post = publish();
		press(one, post, 5);
		awaitStored(post, 1);
		LikeAccess.announce(one.context(), post, 5);
		LikeAccess.announce(one.context(), post, 6);
		await().atMost(DUST).until(() -> LikeAccess.announced(one.context()) == 0);
		assertThat(storedUsers(post)).containsExactly(5L);
		assertSeen(two, post, two.tokenOf(5), 1, true);
		assertSeen(two, post, two.tokenOf(6), 1, false);
		press(two, post, 6);
		awaitStored(post, 2);
	}

	@Test
	void likesGoWithTheirPost() {
		long post = publish();
		press(one, post, 5);
		awaitStored(post, 1);
		one.delete("/blog/" + post, one.tokenOf(1)).assertDone();
		one.put("/blog/like/" + post, one.tokenOf(5)).assertRefused();
		one.get("/blog/likes/" + post).assertRefused();
		await().atMost(DUST).until(() -> !one.bean(StringRedisTemplate.class).hasKey(key(post)));
		assertThat(count(one, "SELECT COUNT(*) FROM tb_blog_like WHERE blog_id = " + post)).isZero();
	}

	@Test
	void onlyPostsAreLikedAndOnlyByUsers() {
		one.put("/blog/like/0", one.tokenOf(1)).assertRefused();
		one.put("/blog/like/99999999", one.tokenOf(1)).assertRefused();
		one.put("/blog/like/x", one.tokenOf(1)).assertStatus(400);
		one.put("/blog/like/1", null).assertStatus(401);
	}

	private static long publish() {
		return publish(one);
	}

	private static long publish(Guide guide) {
		return guide.post("/blog", guide.tokenOf(1), "{\"title\":\"a\",\"content\":\"b\",\"shopId\":1}")
			.data()
			.asLong();
	}

	private static void press(Guide guide, long post, long user) {
		guide.put("/blog/like/" + post, guide.tokenOf(user)).assertDone();
	}

	private static void assertSeen(Guide guide, long post, String token, int liked, boolean isLike) {
		JsonNode seen = guide.get("/blog/" + post, token).data();
		assertThat(seen.path("liked").asInt()).isEqualTo(liked);
		assertThat(seen.path("isLike").asBoolean()).isEqualTo(isLike);
	}

	private static void awaitStored(long post, long likes) {
		await().atMost(DUST).untilAsserted(() -> {
			assertThat(count(one, "SELECT liked FROM tb_blog WHERE id = " + post)).isEqualTo(likes);
			assertThat(count(one, "SELECT COUNT(*) FROM tb_blog_like WHERE blog_id = " + post)).isEqualTo(likes);
		});
	}

	private static long activities(String kind, long post) {
		return one.get("/activity/latest")
			.list()
			.stream()
			.filter((activity) -> activity.path("kind").asString().equals(kind)
					&& activity.path("blogId").asLong() == post)
			.count();
	}

	private static List<Long> storedUsers(long post) {
		return one.bean(JdbcClient.class)
			.sql("SELECT user_id FROM tb_blog_like WHERE blog_id = ? ORDER BY liked_at, user_id")
			.param(post)
			.query(Long.class)
			.list();
	}

	private static long count(Guide guide, String sql) {
		return guide.bean(JdbcClient.class).sql(sql).query(Long.class).single();
	}

	private static String key(long post) {
		return LoginKeys.prefix(one) + ":likes:{blog:" + post + "}";
	}

	private static void lose(long post) {
		one.bean(StringRedisTemplate.class).delete(Set.of(key(post)));
	}

}
