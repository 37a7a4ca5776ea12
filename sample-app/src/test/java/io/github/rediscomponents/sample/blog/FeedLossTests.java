// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Posts;
import io.github.rediscomponents.sample.follow.GraphAccess;
import io.github.rediscomponents.sample.follow.GraphNames;
import io.github.rediscomponents.social.FollowGraph;
import io.github.rediscomponents.test.RedisServer;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Follows and feeds when Redis loses everything, and when instances die.
 */
class FeedLossTests {

	private static final Duration DUST = Duration.ofMinutes(1);

	@Test
	void whatRedisLostIsAnsweredByTheDatabaseAndComesBack() {
		try (RedisServer redis = RedisServer.start(); Guide guide = Guide.start(new Guide.Settings(redis))) {
			GraphAccess.awaitComplete(guide.context());
			Posts.follow(guide, 11, 101, 102);
			Posts.follow(guide, 12, 101, 102, 103);
			IntStream.range(0, 30).forEach((i) -> Posts.publish(guide, 101 + i % 4));
			await().atMost(DUST).untilAsserted(() -> assertThat(Posts.scroll(guide, 11)).hasSize(16));
			List<Long> feed = Posts.scroll(guide, 11);
			guide.bean(StringRedisTemplate.class).getConnectionFactory().getConnection().serverCommands().flushAll();
			assertSame(guide, feed);
			GraphAccess.awaitComplete(guide.context());
			assertSame(guide, feed);
			long next = Posts.publish(guide, 102);
			await().atMost(DUST).untilAsserted(() -> assertThat(Posts.newest(guide, 11)).startsWith(next));
			assertThat(Posts.newest(guide, 12)).startsWith(next);
		}
	}

	private static void assertSame(Guide guide, List<Long> feed) {
		String token = guide.tokenOf(11);
		assertThat(guide.get("/follow/or/not/101", token).data().asBoolean()).isTrue();
		assertThat(guide.get("/follow/or/not/103", token).data().asBoolean()).isFalse();
		assertThat(guide.get("/follow/common/12", token).ids()).containsExactly(102L, 101L);
		assertThat(guide.get("/user/info/101", token).data().path("fans").asInt()).isEqualTo(2);
		assertThat(guide.get("/user/info/12", token).data().path("followee").asInt()).isEqualTo(3);
		assertThat(Posts.scroll(guide, 11)).isEqualTo(feed);
	}

	@Test
	void singleFollowsThatDifferAreRepairedByNight() {
		try (Guide guide = Guide.start(new Guide.Settings().with("city-guide.follow.repair-cron", "* * * * * *"))) {
			GraphAccess.awaitComplete(guide.context());
			Posts.follow(guide, 11, 101, 102);
			FollowGraph graph = guide.bean(FollowGraph.class);
			GraphNames names = guide.bean(GraphNames.class);
			graph.unfollow(names.of(11), names.of(101));
			graph.follow(names.of(12), names.of(103));
			String token = guide.tokenOf(11);
			await().atMost(DUST).untilAsserted(() -> {
				assertThat(guide.get("/follow/or/not/101", token).data().asBoolean()).isTrue();
				assertThat(guide.get("/follow/or/not/103", guide.tokenOf(12)).data().asBoolean()).isFalse();
			});
		}
	}

	@Test
	void whatADyingInstanceHadPromisedIsDoneByTheNext() {
		Guide.Settings settings = new Guide.Settings();
		long left;
		long published;
		try (Guide first = Guide.start(settings.with("redis-components.feed.workers", "0"))) {
			GraphAccess.awaitComplete(first.context());
			Posts.follow(first, 11, 101, 102);
			assertThat(Posts.newest(first, 11)).isEmpty();
			// Accepted, with no worker that delivers.
			published = Posts.publish(first, 101);
			assertThat(Posts.newest(first, 11)).isEmpty();
		}
		try (Guide second = Guide.start(settings.without("redis-components.feed.workers"))) {
			await().atMost(DUST).untilAsserted(() -> assertThat(Posts.newest(second, 11)).containsExactly(published));
			// Died between the commit and telling Redis: of a post, a follow, and its
			// end.
			left = Posts.leave(second, 102, System.currentTimeMillis());
			JdbcClient jdbc = second.bean(JdbcClient.class);
			jdbc.sql("INSERT INTO tb_follow (user_id, followed_id, create_time) VALUES (12, 102, LOCALTIMESTAMP(3))")
				.update();
			jdbc.sql("DELETE FROM tb_follow WHERE user_id = 11 AND followed_id = 101").update();
			jdbc.sql("INSERT INTO tb_untold_change (kind, user_id, target_id, noted_at) "
					+ "VALUES ('follow', 12, 102, 0), ('follow', 11, 101, 0)")
				.update();
			await().atMost(DUST).untilAsserted(() -> {
				assertThat(Posts.untold(second)).isZero();
				assertThat(Posts.newest(second, 11)).containsExactly(left);
				assertThat(Posts.newest(second, 12)).containsExactly(left);
			});
			assertThat(second.get("/follow/or/not/102", second.tokenOf(12)).data().asBoolean()).isTrue();
			assertThat(second.get("/follow/or/not/101", second.tokenOf(11)).data().asBoolean()).isFalse();
		}
	}

	@Test
	void nobodyFollowsWhomTheUserOfThatNumberFollowedInAnEarlierDatabase() {
		Guide.Settings settings = new Guide.Settings();
		try (Guide first = Guide.start(settings)) {
			GraphAccess.awaitComplete(first.context());
			Posts.follow(first, 11, 101);
			Posts.publish(first, 101);
			await().atMost(DUST).untilAsserted(() -> assertThat(Posts.newest(first, 11)).hasSize(1));
		}
		settings.with("spring.datasource.url",
				"jdbc:h2:mem:" + UUID.randomUUID() + ";MODE=MySQL;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=10000");
		try (Guide second = Guide.start(settings)) {
			GraphAccess.awaitComplete(second.context());
			assertThat(second.get("/follow/or/not/101", second.tokenOf(11)).data().asBoolean()).isFalse();
			assertThat(Posts.newest(second, 11)).isEmpty();
		}
	}

}
