package io.github.rediscomponents.sample.blog;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.sample.follow.GraphNames;
import io.github.rediscomponents.sample.upkeep.Teller;
import io.github.rediscomponents.social.Feed;
import org.springframework.stereotype.Component;

/**
 * Tells the {@code Feed} whether there is a post. Its tasks bring the post to the
 * followers, or take it away from them. Under a lock of the post, so that what was read
 * later is told later.
 */
@Component
class FeedTeller implements Teller {

	static final String KIND = "post";

	private static final LockOptions PATIENTLY = LockOptions.defaults()
		.withMaxWait(Duration.ofSeconds(1))
		.withLease(Duration.ofSeconds(5));

	private final BlogStore store;

	private final Feed feed;

	private final DistributedLock lock;

	private final GraphNames names;

	FeedTeller(BlogStore store, Feed feed, DistributedLock lock, GraphNames names) {
		this.store = store;
		this.feed = feed;
		this.lock = lock;
		this.names = names;
	}

	@Override
	public String kind() {
		return KIND;
	}

	@Override
	public void tell(long userId, long targetId) throws InterruptedException {
		String author = this.names.of(userId);
		String post = FeedPlace.name(targetId);
		this.lock.name("feed:" + targetId).call(PATIENTLY, (lease) -> {
			Optional<Blog> blog = this.store.find(targetId);
			if (blog.isPresent()) {
				this.feed.publish(author, post, Instant.ofEpochMilli(blog.get().publishedAt()));
			}
			else {
				this.feed.delete(author, post);
			}
			return true;
		});
	}

}
