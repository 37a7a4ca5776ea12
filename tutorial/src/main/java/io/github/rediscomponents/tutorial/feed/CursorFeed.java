// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.feed;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Page;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FeedItem;

/**
 * The same with {@link Feed}.
 */
public class CursorFeed {

	private final Feed feed;

	public CursorFeed(Feed feed) {
		this.feed = feed;
	}

	public void publish(String author, String post, Instant time) {
		this.feed.publish(author, post, time);
	}

	public Page<FeedItem> page(String reader, @Nullable String cursor) {
		return this.feed.page(reader, cursor, 2);
	}

}
