// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.time.Instant;
import java.util.Optional;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.sample.data.DataImported;
import io.github.rediscomponents.sample.follow.FollowUpkeep;
import io.github.rediscomponents.sample.follow.GraphNames;
import io.github.rediscomponents.sample.follow.GraphState;
import io.github.rediscomponents.sample.upkeep.Batch;
import io.github.rediscomponents.sample.upkeep.SoleTask;
import io.github.rediscomponents.sample.user.UserStore;
import io.github.rediscomponents.sample.web.outage.RedisWatch;
import io.github.rediscomponents.social.Feed;
import io.github.rediscomponents.social.FeedItem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Restores follows and posts in Redis when they were lost: first the posts of all
 * authors, then their followers. Inboxes are rebuilt from these when they are read. Until
 * the restoration is complete, requests read the database.
 */
@Component
class SocialUpkeep {

	private static final Logger log = LoggerFactory.getLogger(SocialUpkeep.class);

	private final SoleTask task = new SoleTask("social-upkeep");

	private final GraphState state;

	private final FollowUpkeep follows;

	private final BlogStore posts;

	private final Feed feed;

	private final GraphNames names;

	private final UserStore users;

	private final DistributedLock lock;

	private final RedisWatch redis;

	/** Whether the database was filled and Redis has to be reset. */
	private volatile boolean filled;

	SocialUpkeep(GraphState state, FollowUpkeep follows, BlogStore posts, Feed feed, GraphNames names, UserStore users,
			DistributedLock lock, RedisWatch redis) {
		this.users = users;
		this.state = state;
		this.follows = follows;
		this.posts = posts;
		this.feed = feed;
		this.names = names;
		this.lock = lock;
		this.redis = redis;
	}

	@EventListener
	void imported(DataImported event) {
		this.filled = true;
		try {
			this.state.forget();
			this.filled = false;
		}
		catch (RedisComponentsException ex) {
			log.info("Cannot write follows to Redis; retrying: {}", ex.getMessage());
		}
	}

	/**
	 * Repairs follows that differ between Redis and the database, once a night. Only a
	 * failure of Redis leaves such differences.
	 */
	@Scheduled(cron = "${city-guide.follow.repair-cron:0 30 4 * * *}")
	void repair() {
		this.task.begin(() -> underLock(() -> {
			Batch.forEach(this.posts::authors, this::restorePosts, this.task::isEnding);
			Batch.forEach(this.users::ids, this.follows::repair, this.task::isEnding);
		}));
	}

	@Scheduled(fixedDelay = 500)
	void watch() {
		if (this.redis.isAway()) {
			return;
		}
		try {
			if (this.filled) {
				this.state.forget();
				this.filled = false;
			}
			if (!this.state.isComplete()) {
				this.task.begin(() -> underLock(this::restore));
			}
		}
		catch (RedisComponentsException ex) {
			log.debug("Cannot check whether Redis has all follows", ex);
		}
	}

	private void underLock(Runnable body) {
		try {
			Optional<Lease> lease = this.lock.get("social-upkeep").tryAcquire();
			if (lease.isPresent()) {
				try (Lease held = lease.get()) {
					body.run();
				}
			}
		}
		catch (RedisComponentsException | DataAccessException ex) {
			log.debug("Cannot restore follows and posts in Redis yet", ex);
		}
	}

	private void restore() {
		if (this.state.isComplete()) {
			return;
		}
		String run = this.state.begin();
		Batch.forEach(this.posts::authors, this::restorePosts, this.task::isEnding);
		// Repairing the follows of a user repairs each follow on both sides.
		Batch.forEach(this.follows::followed, this.follows::repair, this.task::isEnding);
		// An inbox may have been built from incomplete data.
		Batch.forEach(this.follows::followers, (user) -> this.feed.forget(this.names.of(user)), this.task::isEnding);
		if (!this.task.isEnding() && this.state.end(run)) {
			log.info("Follows and posts are in Redis");
		}
	}

	private void restorePosts(long author) {
		String name = this.names.of(author);
		this.feed.restore(name, this.posts.newest(author, Feed.MAX_PAGE)
			.stream()
			.map((post) -> new FeedItem(name, FeedPlace.name(post.id()), Instant.ofEpochMilli(post.publishedAt())))
			.toList());
	}

	/** Runs while Redis can still be reached. */
	@EventListener(ContextClosedEvent.class)
	void end() {
		this.task.end();
	}

}
