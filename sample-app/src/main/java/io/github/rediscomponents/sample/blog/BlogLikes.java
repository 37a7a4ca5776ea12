// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.sample.user.UserStore;
import io.github.rediscomponents.sample.web.User;
import io.github.rediscomponents.sample.web.outage.RedisWatch;
import io.github.rediscomponents.social.LikeState;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Adds likes to posts for a reader. Reads them from Redis, or from the database if Redis
 * is unavailable or has lost the likes of a post.
 */
@Service
class BlogLikes {

	private static final int FIRST = 5;

	private final Likers likers;

	private final LikeStore store;

	private final LikeUpkeep upkeep;

	private final UserStore users;

	private final RedisWatch redis;

	BlogLikes(Likers likers, LikeStore store, LikeUpkeep upkeep, UserStore users, RedisWatch redis) {
		this.likers = likers;
		this.store = store;
		this.upkeep = upkeep;
		this.users = users;
		this.redis = redis;
	}

	/**
	 * Returns posts with the number of likes and whether the reader likes them.
	 * @param blogs the posts
	 * @param reader the logged-in user, if any
	 * @return the posts in the same order
	 */
	List<Blog> seenBy(@Nullable User reader, List<Blog> blogs) {
		long userId = (reader != null) ? reader.id() : 0;
		List<Long> ids = blogs.stream().map(Blog::id).toList();
		Map<Long, LikeState> states = states(blogs, userId);
		List<Long> others = ids.stream().filter((id) -> !states.containsKey(id)).toList();
		Set<Long> liked = (userId != 0) ? this.store.likedBy(userId, others) : Set.of();
		return blogs.stream().map((blog) -> {
			LikeState state = states.getOrDefault(blog.id(), new LikeState(liked.contains(blog.id()), blog.liked()));
			return blog.withLikes(state.count(), state.liked());
		}).toList();
	}

	private Map<Long, LikeState> states(List<Blog> blogs, long userId) {
		if (this.redis.isAway()) {
			return Map.of();
		}
		try {
			return withRestoring(blogs, this.likers.states(blogs.stream().map(Blog::id).toList(), userId));
		}
		catch (RedisComponentsException ex) {
			this.redis.failed("Reading likes from the database", ex);
			return Map.of();
		}
	}

	private Map<Long, LikeState> withRestoring(List<Blog> blogs, Map<Long, LikeState> states) {
		blogs.stream()
			.filter((blog) -> blog.liked() > 0 && !states.containsKey(blog.id()))
			.forEach((blog) -> this.upkeep.restoreLater(blog.id()));
		return states;
	}

	/** Returns the users who liked a post first, the earliest first. */
	List<User> first(long blogId) {
		return this.users.findAll(firstIds(blogId));
	}

	private List<Long> firstIds(long blogId) {
		if (!this.redis.isAway()) {
			try {
				if (this.likers.isComplete(blogId)) {
					return this.likers.first(blogId, FIRST);
				}
				this.upkeep.restoreLater(blogId);
			}
			catch (RedisComponentsException ex) {
				this.redis.failed("Reading the first likers from the database", ex);
			}
		}
		return this.store.likers(blogId, FIRST);
	}

}
