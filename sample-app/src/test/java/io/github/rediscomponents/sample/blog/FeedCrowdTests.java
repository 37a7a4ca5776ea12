// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import io.github.rediscomponents.sample.fixture.Guide;
import io.github.rediscomponents.sample.fixture.Posts;
import io.github.rediscomponents.sample.follow.GraphAccess;
import io.github.rediscomponents.sample.follow.GraphNames;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.test.Concurrently;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * An author whom ten thousand follow.
 */
class FeedCrowdTests {

	private static final int CROWD = 10_000;

	private static final int THREADS = 8;

	private static final Duration LONGEST = Duration.ofSeconds(30);

	@Test
	void tenThousandFollowersHaveAPostWithinThirtySeconds() {
		long begin = System.nanoTime();
		try (Guide guide = Guide.start(new Guide.Settings().with("city-guide.generate.users", "10000")
			.with("city-guide.generate.follows", "10000"))) {
			GraphAccess.awaitComplete(guide.context());
			long ready = millisSince(begin);
			assertThat(guide.get("/user/info/1", guide.tokenOf(1)).data().path("fans").asInt()).isEqualTo(CROWD);
			List<Long> readers = guide.bean(JdbcClient.class)
				.sql("SELECT user_id FROM tb_follow WHERE followed_id = 1 ORDER BY user_id")
				.query(Long.class)
				.list();
			assertThat(readers).hasSize(CROWD);
			assertThat(newestOfAll(guide, readers)).containsOnly("");
			Feed feed = guide.bean(Feed.class);
			String token = guide.tokenOf(1);
			long published = System.nanoTime();
			long post = guide.post("/blog", token, "{\"title\":\"a\",\"content\":\"b\",\"shopId\":1}").data().asLong();
			long answered = millisSince(published);
			await().atMost(LONGEST).until(() -> feed.tasks().depth() == 0);
			long delivered = millisSince(published);
			assertThat(newestOfAll(guide, readers)).hasSize(CROWD).containsOnly("%019d".formatted(post));
			assertThat(Posts.newest(guide, readers.get(CROWD - 1))).containsExactly(post);
			System.out.printf("A post to %d followers was answered after %d ms and in all inboxes after %d ms "
					+ "(start, generation and follows in Redis: %d ms)%n", CROWD, answered, delivered, ready);
		}
	}

	/** The newest post in the feed of each reader, which makes them readers who count. */
	private static List<String> newestOfAll(Guide guide, List<Long> readers) {
		Feed feed = guide.bean(Feed.class);
		GraphNames names = guide.bean(GraphNames.class);
		List<Callable<List<String>>> parts = new ArrayList<>();
		for (int i = 0; i < THREADS; i++) {
			List<Long> part = readers.subList(i * CROWD / THREADS, (i + 1) * CROWD / THREADS);
			parts.add(() -> part.stream()
				.map((reader) -> feed.page(names.of(reader), null, 1).items())
				.map((items) -> items.isEmpty() ? "" : items.get(0).id())
				.toList());
		}
		return Concurrently.run(parts).stream().flatMap(List::stream).toList();
	}

	private static long millisSince(long nanos) {
		return Duration.ofNanos(System.nanoTime() - nanos).toMillis();
	}

}
