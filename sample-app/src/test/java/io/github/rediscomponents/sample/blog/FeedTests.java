// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;

import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Posts;
import io.github.rediscomponents.sample.follow.GraphAccess;
import io.github.rediscomponents.social.Feed;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The posts of all whom a user follows. An author with more than 40 followers is pulled.
 */
class FeedTests {

	private static final Duration DUST = Duration.ofMinutes(1);

	private static final long PULLED = 300;

	private static Guide guide;

	@BeforeAll
	static void start() {
		guide = Guide.start(new Guide.Settings().with("redis-components.feed.pull-threshold", "40"));
		JdbcClient jdbc = guide.bean(JdbcClient.class);
		LongStream.range(400, 445)
			.forEach((user) -> jdbc
				.sql("INSERT INTO tb_follow (user_id, followed_id, create_time) VALUES (?, ?, LOCALTIMESTAMP(3))")
				.params(user, PULLED)
				.update());
		GraphAccess.incomplete(guide.context()).close();
		GraphAccess.awaitComplete(guide.context());
	}

	@AfterAll
	static void stop() {
		guide.close();
	}

	@Test
	void aPostComesToTheFollowersAndGoesWhenItIsDeleted() {
		String token = guide.tokenOf(11);
		assertThat(guide.get("/blog/of/follow", token).assertDone().body().has("data")).isFalse();
		Posts.follow(guide, 11, 12);
		long first = Posts.publish(guide, 12);
		long second = Posts.publish(guide, 12);
		Posts.publish(guide, 13);
		await().atMost(DUST).untilAsserted(() -> assertThat(Posts.newest(guide, 11)).containsExactly(second, first));
		guide.put("/blog/like/" + first, token).assertDone();
		JsonNode post = guide.get("/blog/of/follow", token).data().path("list").get(1);
		assertThat(post.propertyNames()).isEqualTo(guide.get("/blog/" + first, token).data().propertyNames());
		assertThat(post).isEqualTo(guide.get("/blog/" + first, token).data());
		assertThat(post.path("isLike").asBoolean()).isTrue();
		assertThat(post.path("name")).isEqualTo(guide.get("/user/12", token).data().path("nickName"));
		guide.delete("/blog/" + first, guide.tokenOf(12)).assertDone();
		assertThat(Posts.newest(guide, 11)).containsExactly(second);
		assertThat(guide.bean(Feed.class).tasks().deadLetters()).isZero();
	}

	@Test
	void eachPostIsSeenOnceWhateverComesAndGoesMeanwhile() {
		long[] authors = { 301, 302, 303, 304, PULLED };
		long begin = System.currentTimeMillis() - 1_000_000;
		List<long[]> posts = new ArrayList<>();
		for (int i = 0; i < 200; i++) {
			// 25 posts of one millisecond: more than two pages.
			long time = begin + i / 25;
			posts.add(new long[] { Posts.leave(guide, authors[i % authors.length], time), time,
					authors[i % authors.length] });
		}
		Posts.follow(guide, 21, authors);
		awaitTold();
		posts.sort(Comparator.<long[]>comparingLong((post) -> post[1]).thenComparingLong((post) -> post[0]).reversed());
		List<Long> expected = posts.stream().map((post) -> post[0]).toList();
		assertThat(Posts.scroll(guide, 21)).isEqualTo(expected);
		Set<Long> deleted = new HashSet<>();
		List<Long> added = new ArrayList<>();
		Random random = new Random(5);
		int[] seen = { 0 };
		List<Long> scrolled = Posts.scroll(guide, 21, () -> {
			seen[0] += 10;
			added.add(Posts.publish(guide, authors[random.nextInt(authors.length)]));
			for (int i = 0; i < 2; i++) {
				long[] post = posts.get(random.nextInt(posts.size()));
				if (deleted.add(post[0])) {
					guide.delete("/blog/" + post[0], guide.tokenOf(post[2])).assertDone();
				}
			}
		});
		assertThat(scrolled).doesNotHaveDuplicates().doesNotContainAnyElementsOf(added);
		assertThat(scrolled).isEqualTo(expected.stream().filter(scrolled::contains).toList());
		assertThat(scrolled).containsAll(expected.stream().filter((id) -> !deleted.contains(id)).toList());
		System.out.printf("A feed of 200 posts in 8 milliseconds was scrolled while %d were deleted and %d published%n",
				deleted.size(), added.size());
		awaitTold();
		List<Long> after = new ArrayList<>(added);
		after.sort(Comparator.reverseOrder());
		after.addAll(expected.stream().filter((id) -> !deleted.contains(id)).toList());
		await().atMost(DUST).untilAsserted(() -> assertThat(Posts.scroll(guide, 21)).isEqualTo(after));
	}

	@Test
	void theDatabaseAnswersTheSameAtTheSamePlaces() {
		long begin = System.currentTimeMillis() - 2_000_000;
		for (int i = 0; i < 45; i++) {
			Posts.leave(guide, (i % 3 == 0) ? PULLED + 10 : PULLED + 11, begin + i / 15);
		}
		Posts.follow(guide, 31, PULLED + 10, PULLED + 11);
		awaitTold();
		List<Long> expected = Posts.scroll(guide, 31);
		assertThat(expected).hasSize(45);
		try (Lease incomplete = GraphAccess.incomplete(guide.context())) {
			assertThat(Posts.scroll(guide, 31)).isEqualTo(expected);
			assertThat(incomplete.isValid()).isTrue();
		}
		boolean[] turn = { false };
		List<Lease> leases = new ArrayList<>();
		List<Long> alternating = Posts.scroll(guide, 31, () -> {
			if (turn[0]) {
				leases.remove(0).close();
				GraphAccess.awaitComplete(guide.context());
			}
			else {
				leases.add(GraphAccess.incomplete(guide.context()));
			}
			turn[0] = !turn[0];
		});
		leases.forEach(Lease::close);
		GraphAccess.awaitComplete(guide.context());
		assertThat(alternating).isEqualTo(expected);
	}

	@Test
	void whoFollowsHasTheNewestTwentyAtOnceAndNoneAfterwards() {
		String token = guide.tokenOf(41);
		Posts.follow(guide, 41, 42);
		long other = Posts.publish(guide, 42);
		await().atMost(DUST).untilAsserted(() -> assertThat(Posts.newest(guide, 41)).containsExactly(other));
		List<Long> posts = new ArrayList<>();
		for (int i = 0; i < 30; i++) {
			posts.add(0, Posts.leave(guide, 320, System.currentTimeMillis() + i));
		}
		awaitTold();
		Posts.follow(guide, 41, 320);
		List<Long> expected = new ArrayList<>(posts.subList(0, 20));
		expected.add(other);
		assertThat(Posts.scroll(guide, 41)).isEqualTo(expected);
		guide.put("/follow/320/false", token).assertDone();
		assertThat(Posts.scroll(guide, 41)).containsExactly(other);
	}

	@Test
	void aFeedHoldsTheNewestThousand() {
		JdbcClient jdbc = guide.bean(JdbcClient.class);
		jdbc.sql("INSERT INTO tb_blog (shop_id, user_id, title, images, content, liked, comments, create_time, "
				+ "published_at) SELECT 1, 330, 'a', '', 'b', 0, 0, LOCALTIMESTAMP(3), 1000000000000 + X / 7 "
				+ "FROM SYSTEM_RANGE(1, 1100)")
			.update();
		Posts.follow(guide, 51, 330);
		GraphAccess.incomplete(guide.context()).close();
		GraphAccess.awaitComplete(guide.context());
		List<Long> newest = jdbc
			.sql("SELECT id FROM tb_blog WHERE user_id = 330 ORDER BY published_at DESC, id DESC LIMIT 1000")
			.query(Long.class)
			.list();
		assertThat(Posts.scroll(guide, 51)).isEqualTo(newest);
	}

	@Test
	void aPageCostsOneQueryForAllItsPostsAndTheirAuthors() {
		long[] authors = { 341, 342, 343, 344, 345 };
		Posts.follow(guide, 61, authors);
		for (int i = 0; i < 10; i++) {
			Posts.leave(guide, authors[i % 5], System.currentTimeMillis());
		}
		awaitTold();
		await().atMost(DUST).untilAsserted(() -> assertThat(Posts.newest(guide, 61)).hasSize(10));
		JdbcClient jdbc = guide.bean(JdbcClient.class);
		String token = guide.tokenOf(61);
		jdbc.sql("SET QUERY_STATISTICS TRUE").update();
		assertThat(guide.get("/blog/of/follow", token).data().path("list")).hasSize(10);
		List<Long> queries = jdbc
			.sql("SELECT EXECUTION_COUNT FROM INFORMATION_SCHEMA.QUERY_STATISTICS "
					+ "WHERE SQL_STATEMENT LIKE '%FROM tb_blog %' OR SQL_STATEMENT LIKE '%FROM tb_user %'")
			.query(Long.class)
			.list();
		jdbc.sql("SET QUERY_STATISTICS FALSE").update();
		assertThat(queries).containsExactly(1L);
	}

	@Test
	void placesThatAreNoneAreRefusedAndOthersAreUnderstood() {
		String token = guide.tokenOf(71);
		Posts.follow(guide, 71, 72);
		long time = System.currentTimeMillis() - 5000;
		long post = Posts.leave(guide, 72, time);
		awaitTold();
		await().atMost(DUST).untilAsserted(() -> assertThat(Posts.newest(guide, 71)).containsExactly(post));
		for (String all : List.of("", "?&", "?lastId=" + time, "?lastId=" + time + "&offset=" + (post + 1),
				"?lastId=9223372036854775807&offset=3", "?offset=5", "?&lastId=" + (time + 1) + "&offset=0")) {
			assertThat(guide.get("/blog/of/follow" + all, token).data().path("list")).as(all).hasSize(1);
		}
		for (String none : List.of("?lastId=" + time + "&offset=" + post, "?lastId=0", "?lastId=" + (time - 1))) {
			assertThat(guide.get("/blog/of/follow" + none, token).assertDone().body().has("data")).as(none).isFalse();
		}
		guide.get("/blog/of/follow?lastId=-1", token).assertRefused();
		guide.get("/blog/of/follow?lastId=1&offset=-1", token).assertRefused();
		guide.get("/blog/of/follow?lastId=x", token).assertStatus(400);
		guide.get("/blog/of/follow?lastId=9223372036854775808", token).assertStatus(400);
		guide.get("/blog/of/follow").assertStatus(401);
	}

	private static void awaitTold() {
		await().atMost(DUST).untilAsserted(() -> {
			assertThat(Posts.untold(guide)).isZero();
			assertThat(guide.bean(Feed.class).tasks().depth()).isZero();
		});
	}

}
