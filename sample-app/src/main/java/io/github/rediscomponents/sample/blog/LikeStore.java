// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Likes of posts in the database. Methods that change them require a transaction that has
 * {@linkplain #lock locked} the post.
 */
@Repository
class LikeStore {

	private final JdbcClient jdbc;

	private final JdbcTemplate template;

	LikeStore(JdbcClient jdbc, JdbcTemplate template) {
		this.jdbc = jdbc;
		this.template = template;
	}

	/**
	 * Locks the likes of a post until the transaction ends. Returns whether there is such
	 * a post.
	 */
	boolean lock(long blogId) {
		return this.jdbc.sql("SELECT id FROM tb_blog WHERE id = ? FOR UPDATE")
			.param(blogId)
			.query(Long.class)
			.optional()
			.isPresent();
	}

	/** Stores or removes the like of a user. */
	void put(long blogId, long userId, OptionalLong since) {
		int difference;
		if (since.isEmpty()) {
			difference = -this.jdbc.sql("DELETE FROM tb_blog_like WHERE blog_id = ? AND user_id = ?")
				.params(blogId, userId)
				.update();
		}
		else {
			int known = this.jdbc.sql("UPDATE tb_blog_like SET liked_at = ? WHERE blog_id = ? AND user_id = ?")
				.params(since.getAsLong(), blogId, userId)
				.update();
			difference = (known != 0) ? 0
					: this.jdbc.sql("INSERT INTO tb_blog_like (blog_id, user_id, liked_at) VALUES (?, ?, ?)")
						.params(blogId, userId, since.getAsLong())
						.update();
		}
		this.jdbc.sql("UPDATE tb_blog SET liked = liked + ? WHERE id = ?").params(difference, blogId).update();
	}

	/** Replaces all likes of a post. */
	void replace(long blogId, List<StoredLike> likes) {
		this.jdbc.sql("DELETE FROM tb_blog_like WHERE blog_id = ?").param(blogId).update();
		this.template.batchUpdate("INSERT INTO tb_blog_like (blog_id, user_id, liked_at) VALUES (?, ?, ?)",
				likes.stream().map((like) -> new Object[] { blogId, like.userId(), like.likedAt() }).toList());
		this.jdbc.sql("UPDATE tb_blog SET liked = ? WHERE id = ?").params(likes.size(), blogId).update();
	}

	/** Returns the users who like a post, the earliest first. */
	List<Long> likers(long blogId, int most) {
		return this.jdbc
			.sql("SELECT user_id FROM tb_blog_like WHERE blog_id = ? ORDER BY liked_at, user_id LIMIT " + most)
			.param(blogId)
			.query(Long.class)
			.list();
	}

	/** Returns the posts that a user likes, out of several. */
	Set<Long> likedBy(long userId, Collection<Long> blogIds) {
		if (blogIds.isEmpty()) {
			return Set.of();
		}
		return new HashSet<>(
				this.jdbc.sql("SELECT blog_id FROM tb_blog_like WHERE user_id = :user AND blog_id IN (:blogs)")
					.param("user", userId)
					.param("blogs", blogIds)
					.query(Long.class)
					.list());
	}

}
