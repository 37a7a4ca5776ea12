// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.time.Instant;
import java.util.Optional;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.sample.follow.GraphNames;
import io.github.rediscomponents.sample.upkeep.OrderedTeller;
import io.github.rediscomponents.social.Feed;
import org.springframework.stereotype.Component;

/**
 * Publishes a post to the {@code Feed} or deletes it there, as the database has it. Tasks
 * of the feed deliver the change to the followers. The lock is that of the post.
 */
@Component
class FeedTeller extends OrderedTeller {

	static final String KIND = "post";

	private final BlogStore store;

	private final Feed feed;

	private final GraphNames names;

	FeedTeller(BlogStore store, Feed feed, DistributedLock lock, GraphNames names) {
		super(KIND, lock);
		this.store = store;
		this.feed = feed;
		this.names = names;
	}

	@Override
	public void tell(long userId, long targetId) throws InterruptedException {
		String author = this.names.of(userId);
		String post = FeedPlace.name(targetId);
		inOrder("feed:" + targetId, () -> {
			Optional<Blog> blog = this.store.find(targetId);
			if (blog.isPresent()) {
				this.feed.publish(author, post, Instant.ofEpochMilli(blog.get().publishedAt()));
			}
			else {
				this.feed.delete(author, post);
			}
		});
	}

}
