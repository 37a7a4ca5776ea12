// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample;

import java.util.ArrayList;
import java.util.List;

import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Writes posts, and scrolls through feeds as a client does.
 */
final class Posts {

	private Posts() {
	}

	static long publish(Guide guide, long author) {
		return guide.post("/blog", guide.tokenOf(author), "{\"title\":\"a\",\"content\":\"b\",\"shopId\":1}")
			.data()
			.asLong();
	}

	/**
	 * A post as an instance leaves it that dies after the commit: stored, and known to
	 * nothing but the database knows.
	 */
	static long leave(Guide guide, long author, long publishedAt) {
		JdbcClient jdbc = guide.bean(JdbcClient.class);
		long id = store(guide, author, publishedAt);
		jdbc.sql("INSERT INTO tb_untold_change (kind, user_id, target_id, noted_at) VALUES ('post', ?, ?, 0)")
			.params(author, id)
			.update();
		return id;
	}

	/** A post in the database alone. */
	static long store(Guide guide, long author, long publishedAt) {
		JdbcClient jdbc = guide.bean(JdbcClient.class);
		jdbc.sql("INSERT INTO tb_blog (shop_id, user_id, title, images, content, liked, comments, create_time, "
				+ "published_at) VALUES (1, ?, 'a', '', 'b', 0, 0, LOCALTIMESTAMP(3), ?)")
			.params(author, publishedAt)
			.update();
		return jdbc.sql("SELECT MAX(id) FROM tb_blog").query(Long.class).single();
	}

	static long untold(Guide guide) {
		return guide.bean(JdbcClient.class).sql("SELECT COUNT(*) FROM tb_untold_change").query(Long.class).single();
	}

	static void follow(Guide guide, long user, long... others) {
		String token = guide.tokenOf(user);
		for (long other : others) {
			guide.put("/follow/" + other + "/true", token).assertDone();
		}
	}

	/** The ids of a feed's first page. */
	static List<Long> newest(Guide guide, long reader) {
		return ids(guide.get("/blog/of/follow", guide.tokenOf(reader)));
	}

	/** The ids of a whole feed, as they are seen by a client that echoes what it got. */
	static List<Long> scroll(Guide guide, long reader, Runnable betweenPages) {
		String token = guide.tokenOf(reader);
		List<Long> all = new ArrayList<>();
		Answer page = guide.get("/blog/of/follow?&lastId=" + (System.currentTimeMillis() + 60_000), token);
		while (page.data().has("list")) {
			assertThat(page.data().propertyNames()).containsExactlyInAnyOrder("list", "minTime", "offset");
			all.addAll(ids(page));
			betweenPages.run();
			page = guide.get("/blog/of/follow?lastId=" + page.data().path("minTime").asLong() + "&offset="
					+ page.data().path("offset").asLong(), token);
		}
		assertThat(page.body().has("data")).isFalse();
		return all;
	}

	static List<Long> scroll(Guide guide, long reader) {
		return scroll(guide, reader, () -> {
		});
	}

	private static List<Long> ids(Answer page) {
		List<Long> ids = new ArrayList<>();
		for (JsonNode post : page.data().path("list")) {
			ids.add(post.path("id").asLong());
		}
		return ids;
	}

}
