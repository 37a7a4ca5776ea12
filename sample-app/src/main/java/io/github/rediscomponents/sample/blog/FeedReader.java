// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.rediscomponents.sample.follow.GraphNames;
import io.github.rediscomponents.sample.follow.GraphState;
import io.github.rediscomponents.sample.web.Page;
import io.github.rediscomponents.sample.web.User;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FeedItem;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Service;

/**
 * Reads the posts of all users that a user follows from the {@code Feed}, or from the
 * database if Redis is unavailable or has lost data. Both use the same places.
 */
@Service
class FeedReader {

	private final Feed feed;

	private final BlogStore store;

	private final BlogLikes likes;

	private final GraphState state;

	private final GraphNames names;

	FeedReader(Feed feed, BlogStore store, BlogLikes likes, GraphState state, GraphNames names) {
		this.feed = feed;
		this.store = store;
		this.likes = likes;
		this.state = state;
		this.names = names;
	}

	/**
	 * Reads a page.
	 * @param reader the reader
	 * @param place place after which the page begins
	 * @return the page, or null if there is nothing more
	 */
	@Nullable FeedScroll page(User reader, FeedPlace place) {
		List<Blog> blogs = this.state.ask(() -> fromFeed(reader.id(), place),
				() -> this.store.ofFollowed(reader.id(), place, Page.SIZE));
		if (blogs.isEmpty()) {
			return null;
		}
		Blog last = blogs.get(blogs.size() - 1);
		return new FeedScroll(this.likes.seenBy(reader, blogs), last.publishedAt(), last.id());
	}

	/** Reads a page, skipping posts that were deleted and are still in the feed. */
	private List<Blog> fromFeed(long userId, FeedPlace place) {
		List<Blog> blogs = new ArrayList<>();
		String next = place.position().text();
		while (next != null && blogs.size() < Page.SIZE) {
			var page = this.feed.page(this.names.of(userId), next, Page.SIZE - blogs.size());
			blogs.addAll(existing(page.items()));
			next = page.next();
		}
		return blogs;
	}

	private List<Blog> existing(List<FeedItem> items) {
		Map<Long, Blog> found = new HashMap<>();
		List<Long> ids = items.stream().flatMap((item) -> FeedPlace.blogId(item.id()).stream()).toList();
		this.store.findAll(ids).forEach((blog) -> found.put(blog.id(), blog));
		return ids.stream().filter(found::containsKey).map(found::get).toList();
	}

}
