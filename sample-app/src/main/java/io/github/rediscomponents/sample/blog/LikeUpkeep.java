// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.time.Duration;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.LockOptions;
import io.github.rediscomponents.lock.NamedLock;
import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.task.TaskQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Makes the likes in the database follow those in Redis, and those in Redis come back
 * from the database when they were lost.
 *
 * <p>
 * A change is announced in the queue {@code blog-like} <em>before</em> it is made, under
 * a lock of post and user that the worker of the announcement waits for: so a process
 * that dies between the two leaves an announcement of nothing, never a change that
 * nothing hears of. An announcement says that something may have changed, not what: the
 * state is read when it is worked on, with the row of the post locked, so it can come
 * twice, late, and in any order.
 */
@Component
class LikeUpkeep {

	private static final Logger log = LoggerFactory.getLogger(LikeUpkeep.class);

	private static final LockOptions PATIENTLY = LockOptions.defaults()
		.withMaxWait(Duration.ofSeconds(5))
		.withLease(Duration.ofSeconds(5));

	private final TaskQueue<LikeChange> queue;

	private final DistributedLock lock;

	private final Likers likers;

	private final LikeStore store;

	private final TransactionTemplate transaction;

	LikeUpkeep(TaskQueue<LikeChange> blogLikeTaskQueue, DistributedLock lock, Likers likers, LikeStore store,
			PlatformTransactionManager transactions) {
		this.queue = blogLikeTaskQueue;
		this.lock = lock;
		this.likers = likers;
		this.store = store;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * Turns the like of a user over, and has the database follow.
	 * @param blogId a post that exists
	 * @param userId the id of the user
	 * @return whether the user likes it now
	 * @throws InterruptedException if the thread was interrupted while it waited for
	 * another press of the same user
	 */
	boolean toggle(long blogId, long userId) throws InterruptedException {
		restore(blogId);
		return lockOf(blogId, userId).call(PATIENTLY, (lease) -> {
			this.queue.enqueue(new LikeChange(blogId, userId));
			// After a long stop of this process the announcement may have been worked on.
			lease.checkValid();
			return this.likers.toggle(blogId, userId);
		});
	}

	/**
	 * A post is new: likes of its number in an earlier database do not count.
	 */
	void begin(long blogId) {
		tryTo(() -> this.likers.clear(blogId));
	}

	/** Has the likes of a post come back to Redis. */
	void restoreLater(long blogId) {
		tryTo(() -> this.queue.enqueue(new LikeChange(blogId, 0), PublishOptions.id("restore:" + blogId)));
	}

	/** Has the likes of a post go with it. */
	void end(long blogId) {
		tryTo(() -> this.queue.enqueue(new LikeChange(blogId, 0)));
	}

	private static void tryTo(Runnable action) {
		try {
			action.run();
		}
		catch (RedisComponentsException ex) {
			log.info("The likes of a post are left as they are: {}", ex.getMessage());
		}
	}

	@QueueListener(queue = "blog-like", concurrency = "4")
	void follow(LikeChange change) throws InterruptedException {
		if (change.userId() == 0) {
			this.transaction.executeWithoutResult((status) -> restoreLocked(change.blogId()));
			return;
		}
		lockOf(change.blogId(), change.userId()).call(PATIENTLY, (lease) -> {
			this.transaction.executeWithoutResult((status) -> {
				if (restoreLocked(change.blogId())) {
					this.store.put(change.blogId(), change.userId(),
							this.likers.since(change.blogId(), change.userId()));
				}
			});
			return true;
		});
	}

	private void restore(long blogId) {
		if (!this.likers.isComplete(blogId)) {
			this.transaction.executeWithoutResult((status) -> restoreLocked(blogId));
		}
	}

	/**
	 * Makes the likes of a post complete in Redis. A user may have pressed just when they
	 * were lost: those are taken over into the database.
	 * @return whether there is such a post; its row is locked
	 */
	private boolean restoreLocked(long blogId) {
		if (!this.store.lock(blogId)) {
			this.likers.clear(blogId);
			return false;
		}
		if (!this.likers.isComplete(blogId)) {
			this.store.likers(blogId, Integer.MAX_VALUE).forEach((user) -> this.likers.like(blogId, user));
			this.store.replace(blogId, this.likers.all(blogId));
			this.likers.complete(blogId);
		}
		return true;
	}

	private NamedLock lockOf(long blogId, long userId) {
		return this.lock.get("blog-like:" + blogId + ":" + userId);
	}

}
