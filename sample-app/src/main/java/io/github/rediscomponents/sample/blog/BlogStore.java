// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.github.rediscomponents.sample.web.Page;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;

/**
 * Posts in the database.
 */
@Repository
class BlogStore {

	private static final String SELECT = "SELECT b.id, b.shop_id AS shopId, b.user_id AS userId, b.title, b.images, "
			+ "b.content, b.liked, b.comments, b.create_time AS createTime, b.published_at AS publishedAt, "
			+ "u.nick_name AS name, u.icon, FALSE AS isLike " + "FROM tb_blog b JOIN tb_user u ON u.id = b.user_id ";

	private static final String PAGE = " LIMIT ? OFFSET ?";

	private final JdbcClient jdbc;

	BlogStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	Optional<Blog> find(long id) {
		return this.jdbc.sql(SELECT + "WHERE b.id = ?").param(id).query(Blog.class).optional();
	}

	/** Returns the most liked posts, of equal ones the newest first. */
	List<Blog> hot(Page page) {
		return this.jdbc.sql(SELECT + "ORDER BY b.liked DESC, b.id DESC" + PAGE)
			.params(Page.SIZE, page.offset())
			.query(Blog.class)
			.list();
	}

	/** Returns the posts of a user, the newest first. */
	List<Blog> ofUser(long userId, Page page) {
		return this.jdbc.sql(SELECT + "WHERE b.user_id = ? ORDER BY b.id DESC" + PAGE)
			.params(userId, Page.SIZE, page.offset())
			.query(Blog.class)
			.list();
	}

	/** Returns the existing posts of several ids, in no order. */
	List<Blog> findAll(Collection<Long> ids) {
		return ids.isEmpty() ? List.of()
				: this.jdbc.sql(SELECT + "WHERE b.id IN (:ids)").param("ids", ids).query(Blog.class).list();
	}

	/**
	 * Returns the posts of all users that a user follows, the newest first.
	 * @param userId the follower
	 * @param before place after which the page begins
	 * @param most the most posts
	 */
	List<Blog> ofFollowed(long userId, FeedPlace before, int most) {
		return this.jdbc
			.sql(SELECT + "JOIN tb_follow f ON f.followed_id = b.user_id WHERE f.user_id = ? AND (b.published_at < ? "
					+ "OR (b.published_at = ? AND b.id < ?)) ORDER BY b.published_at DESC, b.id DESC LIMIT ?")
			.params(userId, before.millis(), before.millis(), before.blogId(), most)
			.query(Blog.class)
			.list();
	}

	/** Returns the places of an author's newest posts. */
	List<StoredPost> newest(long userId, int most) {
		return this.jdbc.sql(
				"SELECT id, published_at AS publishedAt FROM tb_blog WHERE user_id = ? ORDER BY published_at DESC, id DESC LIMIT ?")
			.params(userId, most)
			.query(StoredPost.class)
			.list();
	}

	/** Returns the authors of all posts, in the order of their ids. */
	List<Long> authors(long after, int most) {
		return this.jdbc.sql("SELECT DISTINCT user_id FROM tb_blog WHERE user_id > ? ORDER BY user_id LIMIT ?")
			.params(after, most)
			.query(Long.class)
			.list();
	}

	/** Returns whether a user shows a picture in a post. */
	boolean shows(long userId, String image) {
		return this.jdbc.sql("SELECT COUNT(*) FROM tb_blog WHERE user_id = ? AND images LIKE ? ESCAPE '!'")
			.params(userId, '%' + image.replace("!", "!!").replace("%", "!%").replace("_", "!_") + '%')
			.query(Long.class)
			.single() > 0;
	}

	long insert(Blog blog) {
		GeneratedKeyHolder key = new GeneratedKeyHolder();
		this.jdbc
			.sql("INSERT INTO tb_blog (shop_id, user_id, title, images, content, liked, comments, create_time, "
					+ "published_at) VALUES (?, ?, ?, ?, ?, 0, 0, TIMESTAMPADD(SECOND, ?, LOCALTIMESTAMP(3)), ?)")
			.params(blog.shopId(), blog.userId(), blog.title(), blog.images(), blog.content(),
					-secondsSince(blog.publishedAt()), blog.publishedAt())
			.update(key, "id");
		return Objects.requireNonNull(key.getKeyAs(Number.class)).longValue();
	}

	/** An ordinary post is inserted within its second. */
	private static long secondsSince(long millis) {
		return Duration.ofMillis(System.currentTimeMillis() - millis).toSeconds();
	}

	/** Returns the ids of the posts of a user with a title, the newest first. */
	List<Long> titled(long userId, String title) {
		return this.jdbc.sql("SELECT id FROM tb_blog WHERE user_id = ? AND title = ? ORDER BY id DESC")
			.params(userId, title)
			.query(Long.class)
			.list();
	}

	/** Deletes a post of a user. Returns whether there was one. */
	boolean delete(long id, long userId) {
		return this.jdbc.sql("DELETE FROM tb_blog WHERE id = ? AND user_id = ?").params(id, userId).update() == 1;
	}

}
