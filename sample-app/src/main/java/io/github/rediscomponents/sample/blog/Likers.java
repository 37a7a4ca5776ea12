// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

import io.github.rediscomponents.social.Like;
import io.github.rediscomponents.social.LikeState;
import io.github.rediscomponents.social.Likes;
import io.github.rediscomponents.sample.web.Ids;
import org.springframework.stereotype.Component;

/**
 * The likes of posts in Redis. A marker among the likers of a post says that they are
 * complete. If it is missing, Redis has lost the likes of the post or never had them.
 */
@Component
class Likers {

	private static final String MARKER = "nobody";

	private static final int PAGE = 1000;

	private final Likes likes;

	Likers(Likes likes) {
		this.likes = likes;
	}

	boolean isComplete(long blogId) {
		return this.likes.state(subject(blogId), MARKER).liked();
	}

	/** Marks the likers of a post as complete. */
	void complete(long blogId) {
		this.likes.like(subject(blogId), MARKER);
	}

	boolean toggle(long blogId, long userId) {
		return this.likes.toggle(subject(blogId), Long.toString(userId)).liked();
	}

	/** Returns whether that has changed anything. */
	boolean set(long blogId, long userId, boolean liked) {
		String subject = subject(blogId);
		String user = Long.toString(userId);
		return (liked ? this.likes.like(subject, user) : this.likes.unlike(subject, user)).changed();
	}

	void like(long blogId, long userId) {
		this.likes.like(subject(blogId), Long.toString(userId));
	}

	void clear(long blogId) {
		this.likes.clear(subject(blogId));
	}

	/**
	 * Returns the likes of those posts that are complete.
	 * @param blogIds the posts
	 * @param userId the reader, 0 for none
	 * @return the state by the id of the post
	 */
	Map<Long, LikeState> states(Collection<Long> blogIds, long userId) {
		Map<String, LikeState> all = this.likes.states(blogIds.stream().map(Likers::subject).toList(), MARKER);
		List<Long> complete = blogIds.stream().filter((id) -> state(all, id).liked()).toList();
		Map<String, LikeState> own = (userId != 0)
				? this.likes.states(complete.stream().map(Likers::subject).toList(), Long.toString(userId)) : Map.of();
		Map<Long, LikeState> states = new HashMap<>();
		complete.forEach((id) -> states.put(id, new LikeState(state(own, id).liked(), state(all, id).count() - 1)));
		return states;
	}

	private static LikeState state(Map<String, LikeState> states, long blogId) {
		return states.getOrDefault(subject(blogId), new LikeState(false, 0));
	}

	/** Returns the first likers of a post, the earliest first. */
	List<Long> first(long blogId, int n) {
		return this.likes.earliest(subject(blogId), n + 1)
			.stream()
			.flatMap((like) -> Ids.parse(like.user()).stream())
			.limit(n)
			.toList();
	}

	/**
	 * Returns the time at which a user liked a post. Searches the latest thousand likes
	 * first, because most calls are about a recent one.
	 * @return microseconds, or empty if the user does not like it
	 */
	OptionalLong since(long blogId, long userId) {
		String subject = subject(blogId);
		String user = Long.toString(userId);
		if (!this.likes.state(subject, user).liked()) {
			return OptionalLong.empty();
		}
		List<Like> page = this.likes.latest(subject, PAGE);
		while (!page.isEmpty()) {
			for (Like like : page) {
				if (like.user().equals(user)) {
					return OptionalLong.of(micros(like));
				}
			}
			page = this.likes.latest(subject, page.get(page.size() - 1).at(), PAGE);
		}
		return OptionalLong.empty();
	}

	/** Returns all likers of a post with their times, the earliest first. */
	List<StoredLike> all(long blogId) {
		List<StoredLike> all = new ArrayList<>();
		String subject = subject(blogId);
		List<Like> page = this.likes.earliest(subject, PAGE);
		while (!page.isEmpty()) {
			page.forEach(
					(like) -> Ids.parse(like.user()).ifPresent((user) -> all.add(new StoredLike(user, micros(like)))));
			page = this.likes.earliest(subject, page.get(page.size() - 1).at(), PAGE);
		}
		return all;
	}

	private static long micros(Like like) {
		return ChronoUnit.MICROS.between(Instant.EPOCH, like.at());
	}

	private static String subject(long blogId) {
		return "blog:" + blogId;
	}

}
