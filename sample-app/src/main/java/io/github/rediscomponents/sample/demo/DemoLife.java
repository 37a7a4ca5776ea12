// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.demo;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.sample.activity.Activities;
import io.github.rediscomponents.sample.blog.Blog;
import io.github.rediscomponents.sample.blog.Blogs;
import io.github.rediscomponents.sample.data.ImportProperties;
import io.github.rediscomponents.sample.follow.Follows;
import io.github.rediscomponents.sample.shop.Visitors;
import io.github.rediscomponents.sample.upkeep.SoleTask;
import io.github.rediscomponents.sample.user.UserStore;
import io.github.rediscomponents.sample.web.User;
import io.github.rediscomponents.sample.web.outage.RedisWatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Lets the people of the demonstration write, look at shops, like and follow, once for
 * all instances, after the application is ready. They do so through the components, as
 * users do.
 *
 * <p>
 * A row in {@code tb_import} records that everything is done. Until then each step looks
 * first whether it was done, so that an instance continues what a stopped one began. A
 * lock admits one instance.
 */
@Component
class DemoLife {

	static final String NAME = "demo-life";

	private static final Logger log = LoggerFactory.getLogger(DemoLife.class);

	private static final long NANOS = 1_000_000;

	private final SoleTask task = new SoleTask(NAME);

	private final ImportProperties properties;

	private final Blogs blogs;

	private final Follows follows;

	private final Activities activities;

	private final UserStore users;

	private final Visitors visitors;

	private final JdbcClient jdbc;

	private final DistributedLock lock;

	private final RedisWatch redis;

	/** Whether there may be something left to do. */
	private volatile boolean pending;

	DemoLife(ImportProperties properties, Blogs blogs, Follows follows, Activities activities, UserStore users,
			Visitors visitors, JdbcClient jdbc, DistributedLock lock, RedisWatch redis) {
		this.properties = properties;
		this.blogs = blogs;
		this.follows = follows;
		this.activities = activities;
		this.users = users;
		this.visitors = visitors;
		this.jdbc = jdbc;
		this.lock = lock;
		this.redis = redis;
	}

	@EventListener
	void ready(ApplicationReadyEvent event) {
		this.pending = this.properties.enabled() && this.properties.demoPeople();
		watch();
	}

	@Scheduled(fixedDelay = 1000)
	void watch() {
		if (this.pending && !this.redis.isAway()) {
			this.task.begin(this::tryToFill);
		}
	}

	private void tryToFill() {
		try {
			if (isDone()) {
				this.pending = false;
				return;
			}
			Optional<Lease> lease = this.lock.get(NAME).tryAcquire();
			if (lease.isPresent()) {
				try (Lease held = lease.get()) {
					fill(held);
				}
			}
		}
		catch (RedisComponentsException | DataAccessException | TransactionException ex) {
			log.info("Cannot fill the demo yet; retrying: {}", ex.getMessage());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private void fill(Lease held) throws InterruptedException {
		if (isDone()) {
			return;
		}
		long begin = System.nanoTime();
		List<Story> stories = Story.all();
		List<Long> posts = new ArrayList<>();
		for (Story story : stories) {
			held.checkValid();
			posts.add(published(story));
		}
		// In rounds that end together, so that the latest likes are of different posts.
		int rounds = stories.stream().mapToInt(Story::likes).max().orElse(0);
		for (int left = rounds; left > 0 && !this.task.isEnding(); left--) {
			for (int i = 0; i < stories.size(); i++) {
				int likes = stories.get(i).likes();
				if (likes >= left) {
					held.checkValid();
					like(posts.get(i), People.fanOf(i, likes - left));
				}
			}
		}
		for (long id : People.ids()) {
			if (!this.task.isEnding()) {
				held.checkValid();
				People.followedBy(id).forEach((other) -> this.follows.follow(id, other));
			}
		}
		if (!this.task.isEnding()) {
			done();
			log.info("The demo has {} posts of {} people, in {} ms", stories.size(), People.ids().size(),
					(System.nanoTime() - begin) / NANOS);
		}
	}

	private long published(Story story) {
		List<Long> known = this.blogs.titled(story.author(), Objects.requireNonNull(story.post().title()));
		if (!known.isEmpty()) {
			return known.get(0);
		}
		Blog blog = this.blogs.publish(story.author(), story.post(), Instant.now().minus(story.age()));
		this.activities.posted(user(story.author()), blog.shopId(), blog.id(), blog.title());
		return blog.id();
	}

	private void like(long post, long id) throws InterruptedException {
		User fan = user(id);
		// A like is a toggle.
		if (!this.blogs.get(fan, post).isLike()) {
			Blog blog = this.blogs.like(fan, post);
			this.activities.liked(fan, blog.shopId(), post, blog.title());
			this.visitors.came(blog.shopId(), fan);
		}
	}

	private User user(long id) {
		return this.users.findAll(List.of(id)).get(0);
	}

	private boolean isDone() {
		return this.jdbc.sql("SELECT COUNT(*) FROM tb_import WHERE name = ?")
			.param(NAME)
			.query(Long.class)
			.single() > 0;
	}

	private void done() {
		try {
			this.jdbc.sql("INSERT INTO tb_import (name, create_time) VALUES (?, LOCALTIMESTAMP(3))")
				.param(NAME)
				.update();
		}
		catch (DuplicateKeyException ex) {
			log.debug("Another instance has filled the demo", ex);
		}
		this.pending = false;
	}

	/** Runs while Redis can still be reached. */
	@EventListener(ContextClosedEvent.class)
	void end() {
		this.task.end();
	}

}
