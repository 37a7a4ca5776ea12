package io.github.rediscomponents.sample.blog;

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

	private static final String SELECT = "SELECT b.id, b.shop_id, b.user_id, b.title, b.images, b.content, b.liked, "
			+ "b.comments, b.create_time, u.nick_name AS name, u.icon, FALSE AS is_like "
			+ "FROM tb_blog b JOIN tb_user u ON u.id = b.user_id ";

	private static final String PAGE = " LIMIT ? OFFSET ?";

	private final JdbcClient jdbc;

	BlogStore(JdbcClient jdbc) {
		this.jdbc = jdbc;
	}

	Optional<Blog> find(long id) {
		return this.jdbc.sql(SELECT + "WHERE b.id = ?").param(id).query(Blog.class).optional();
	}

	/** The most liked ones, of equal ones the newest first. */
	List<Blog> hot(Page page) {
		return this.jdbc.sql(SELECT + "ORDER BY b.liked DESC, b.id DESC" + PAGE)
			.params(Page.SIZE, page.offset())
			.query(Blog.class)
			.list();
	}

	/** Those of a user, the newest first. */
	List<Blog> ofUser(long userId, Page page) {
		return this.jdbc.sql(SELECT + "WHERE b.user_id = ? ORDER BY b.id DESC" + PAGE)
			.params(userId, Page.SIZE, page.offset())
			.query(Blog.class)
			.list();
	}

	long insert(Blog blog) {
		GeneratedKeyHolder key = new GeneratedKeyHolder();
		this.jdbc
			.sql("INSERT INTO tb_blog (shop_id, user_id, title, images, content, liked, comments, create_time) "
					+ "VALUES (?, ?, ?, ?, ?, 0, 0, LOCALTIMESTAMP(3))")
			.params(blog.shopId(), blog.userId(), blog.title(), blog.images(), blog.content())
			.update(key, "id");
		return Objects.requireNonNull(key.getKeyAs(Number.class)).longValue();
	}

	/** Whether there was such a post of this user; it is gone now. */
	boolean delete(long id, long userId) {
		return this.jdbc.sql("DELETE FROM tb_blog WHERE id = ? AND user_id = ?").params(id, userId).update() == 1;
	}

}
