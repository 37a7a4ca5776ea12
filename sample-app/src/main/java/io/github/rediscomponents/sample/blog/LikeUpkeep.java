// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import java.time.Duration;
import java.util.function.BooleanSupplier;

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
 * Copies likes from Redis to the database, and restores them in Redis from the database
 * when they were lost.
 *
 * <p>
 * A change is announced in the queue {@code blog-like} <em>before</em> it is made, under
 * a lock of post and user that the handler of the announcement waits for. A process that
 * stops between the two leaves an announcement without a change, never a change without
 * an announcement. An announcement only means that something may have changed. The
 * handler reads the state with the row of the post locked, so announcements may be
 * repeated, late and in any order.
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
	 * Toggles the like of a user. The database follows.
	 * @param blogId a post that exists
	 * @param userId the id of the user
	 * @return whether the user likes it now
	 * @throws InterruptedException if the thread was interrupted while it waited for
	 * another call of the same user
	 */
	boolean toggle(long blogId, long userId) throws InterruptedException {
		return change(blogId, userId, () -> this.likers.toggle(blogId, userId));
	}

	/**
	 * Gives or takes back the like of a user. The database follows.
	 * @param blogId a post that exists
	 * @param userId the id of the user
	 * @param liked whether the user is to like it
	 * @return whether that has changed anything
	 * @throws InterruptedException if the thread was interrupted while it waited for
	 * another call of the same user
	 */
	boolean set(long blogId, long userId, boolean liked) throws InterruptedException {
		return change(blogId, userId, () -> this.likers.set(blogId, userId, liked));
	}

	private boolean change(long blogId, long userId, BooleanSupplier change) throws InterruptedException {
		restore(blogId);
		return lockOf(blogId, userId).call(PATIENTLY, (lease) -> {
			this.queue.enqueue(new LikeChange(blogId, userId));
			// After a long pause of this process the announcement may have been handled.
			lease.checkValid();
			return change.getAsBoolean();
		});
	}

	/**
	 * Prepares a new post. Removes likes of a post with the same id in an earlier
	 * database.
	 */
	void begin(long blogId) {
		tryTo(() -> this.likers.clear(blogId));
	}

	/** Requests that the likes of a post are restored in Redis. */
	void restoreLater(long blogId) {
		tryTo(() -> this.queue.enqueue(new LikeChange(blogId, 0), PublishOptions.id("restore:" + blogId)));
	}

	/** Requests that the likes of a deleted post are deleted. */
	void end(long blogId) {
		tryTo(() -> this.queue.enqueue(new LikeChange(blogId, 0)));
	}

	private static void tryTo(Runnable action) {
		try {
			action.run();
		}
		catch (RedisComponentsException ex) {
			log.info("Cannot announce a change of the likes of a post: {}", ex.getMessage());
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
	 * Restores the likes of a post in Redis. Likes that were added there after the loss
	 * are copied to the database.
	 * @return whether there is such a post; its row is locked then
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
