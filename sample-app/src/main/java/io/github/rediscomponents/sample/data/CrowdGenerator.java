// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.data;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Generates users, posts and follows deterministically. All users follow the user with
 * the lowest id. The others have more followers and posts the lower their id is.
 */
@Component
class CrowdGenerator {

	private static final long SEED = 20_260_101;

	/** Number of posts that share a millisecond; the next ones follow a minute later. */
	private static final int POSTS_AT_ONCE = 4;

	private static final long STEP_MILLIS = 60_000;

	/** One of this many posts is by the first user. */
	private static final int OF_THE_FIRST = 10;

	private final JdbcClient jdbc;

	private final JdbcTemplate template;

	private final Batches batches;

	CrowdGenerator(JdbcClient jdbc, JdbcTemplate template, Batches batches) {
		this.jdbc = jdbc;
		this.template = template;
		this.batches = batches;
	}

	/**
	 * Generates the configured data.
	 * @return a description of the generated data, for the log
	 */
	String insert(GeneratorProperties wanted) {
		Random random = new Random(SEED);
		long star = number("SELECT COALESCE(MIN(id), 0) FROM tb_user");
		long first = number("SELECT COALESCE(MAX(id), 0) FROM tb_user") + 1;
		users(first, wanted.users());
		follows(random, (star != 0) ? star : first, first, wanted);
		posts(random, (star != 0) ? star : first, first, wanted);
		return "%d users from id %d on, %d posts, %d follows".formatted(wanted.users(), first, wanted.posts(),
				wanted.follows());
	}

	private void users(long first, int count) {
		LocalDateTime now = this.template.queryForObject("SELECT LOCALTIMESTAMP(3)", LocalDateTime.class);
		List<Object[]> rows = new ArrayList<>(count);
		for (int i = 0; i < count; i++) {
			rows.add(new Object[] { first + i, "crowd:" + (first + i), "crowd_" + i, now });
		}
		this.batches.insert("Users",
				"INSERT INTO tb_user (id, account, nick_name, icon, create_time) " + "VALUES (?, ?, ?, '', ?)", rows);
	}

	private void follows(Random random, long star, long first, GeneratorProperties wanted) {
		Set<List<Long>> pairs = new HashSet<>();
		List<Object[]> rows = new ArrayList<>(wanted.follows());
		for (int i = 0; rows.size() < wanted.follows(); i++) {
			long user = first + i % wanted.users();
			long followed = (i < wanted.users()) ? star : first + early(random, wanted.users());
			if (user != followed && pairs.add(List.of(user, followed))) {
				rows.add(new Object[] { user, followed });
			}
		}
		this.batches.insert("Follows",
				"INSERT INTO tb_follow (user_id, followed_id, create_time) VALUES (?, ?, LOCALTIMESTAMP(3))", rows);
	}

	private void posts(Random random, long star, long first, GeneratorProperties wanted) {
		List<Long> shops = this.jdbc.sql("SELECT id FROM tb_shop ORDER BY id LIMIT 1000").query(Long.class).list();
		if (shops.isEmpty() && wanted.posts() > 0) {
			throw new IllegalStateException("Posts cannot be made up without shops");
		}
		long now = System.currentTimeMillis();
		List<Object[]> rows = new ArrayList<>(wanted.posts());
		for (int i = 0; i < wanted.posts(); i++) {
			boolean ofStar = wanted.users() == 0 || i % OF_THE_FIRST == 0;
			long time = now - (wanted.posts() - i) / POSTS_AT_ONCE * STEP_MILLIS;
			rows.add(new Object[] { shops.get(random.nextInt(shops.size())),
					ofStar ? star : first + early(random, wanted.users()), "Post " + (i + 1),
					"The text of post " + (i + 1), new java.sql.Timestamp(time), time });
		}
		this.batches.insert("Posts",
				"INSERT INTO tb_blog (shop_id, user_id, title, images, content, liked, comments, create_time, "
						+ "published_at) VALUES (?, ?, ?, '/imgs/shop.svg', ?, 0, 0, ?, ?)",
				rows);
	}

	/** Returns a random index; low ones are more likely. */
	private static long early(Random random, int count) {
		double drawn = random.nextDouble();
		return (long) (drawn * drawn * drawn * count);
	}

	private long number(String sql) {
		return this.jdbc.sql(sql).query(Long.class).single();
	}

}
