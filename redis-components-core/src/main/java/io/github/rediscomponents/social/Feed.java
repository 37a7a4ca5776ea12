// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Instant;
import java.util.Collection;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.Page;
import io.github.rediscomponents.RedisCommandException;
import io.github.rediscomponents.RedisPort;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * The posts of all users that a user follows, the newest first.
 *
 * <p>
 * <b>Two ways.</b> A post goes into the outbox of its author, and from there, by tasks of
 * a {@link io.github.rediscomponents.queue.task.TaskQueue}, into the inboxes of the
 * followers. Posts of an author with many followers stay where they are, and are read
 * there together with the inbox. Such an author's followers are marked once as readers of
 * the outbox; until all are marked, posts go both ways, and are shown once.
 *
 * <p>
 * <b>Order and cursor.</b> Items are ordered by time, then id, then author, without ties.
 * A page begins behind a position, which need not exist, so that of the items that are
 * there all the time each is on one page, even under publications and deletions, and
 * however many have the same millisecond.
 *
 * <p>
 * <b>Tasks</b> deliver at least once, and an inbox has an item once. A task that is
 * repeated, late or overtaken follows the outbox at that moment, and checks it again when
 * it is done, so that a post that was deleted meanwhile is taken out. The script that
 * reads a page checks it against the follows of the reader: no page shows a post of an
 * author that is not followed.
 *
 * <p>
 * <b>Readers</b> without a read of a page for {@link FeedSettings#inactiveAfter()} lose
 * their inbox, and nothing is delivered to them; the next page builds it again, exactly,
 * from the outboxes.
 *
 * <p>
 * Works on the follows of {@link FollowGraph}, and is a {@link FollowObserver} that must
 * be one of it: following brings the author's newest posts at once, following no longer
 * takes all of them away.
 *
 * <p>
 * Keys: {@code <prefix>:feed:{<author>}:outbox} (sorted set: items), {@code ...:posts}
 * (hash: time by post), {@code ...:gone} (list: posts that newer ones displaced) and
 * {@code ...:deleted:<id>} (string) for an hour; {@code ...:outbox:build} (sorted set)
 * and {@code ...:posts:build} (hash) while one of the first two is rebuilt from the other
 * one, 500 posts in one script; {@code <prefix>:feed:{<reader>}:inbox} (sorted set:
 * items, and signs of its state); and the keys of the task queue {@code feed}.
 *
 * <p>
 * Users and ids have 1 to 200 characters, without U+0000; others are rejected with
 * {@link IllegalArgumentException} before anything is sent. Each method may throw
 * {@link RedisUnavailableException} and {@link RedisCommandException} (a key holds
 * another type). Instances are safe for use by any number of threads.
 *
 * @since 1.0.0
 */
public interface Feed extends FollowObserver {

	/** The most items of a page, and of a restored part. */
	int MAX_PAGE = 1000;

	/**
	 * A feed that lives in Redis.
	 * @param redis the connection to Redis
	 * @param keys names its keys; the same as those of the {@link FollowGraph}
	 * @param queues has the queue of its tasks
	 * @param settings its settings; a change applies to later calls
	 * @param observer receives the events
	 * @return the feed, which works on no tasks before {@link #work}
	 */
	static Feed create(RedisPort redis, KeySpace keys, TaskQueues queues, LiveSettings<FeedSettings> settings,
			SocialObserver observer) {
		return RedisFeed.create(CommandPort.of(redis), keys, queues, settings, observer);
	}

	/**
	 * Publishes a post with the time of the server. See
	 * {@link #publish(String, String, Instant)}.
	 * @param author the author
	 * @param id names the post among those of all authors
	 * @return the result
	 */
	PublishResult publish(String author, String id);

	/**
	 * Publishes a post. One round trip, O(log N), and one more for a task if there are
	 * followers; the task does the rest. One more for a second task while the followers
	 * of the author are being marked for pulling.
	 *
	 * <p>
	 * Can be made again after any failure, with the same id: the post is there once, and
	 * its delivery, too. A process that dies in this method may leave a post in the
	 * outbox that is not delivered before the call is made again; so may a failure with
	 * an unknown outcome.
	 * @param author the author
	 * @param id names the post among those of all authors
	 * @param time its place in the feed, to the millisecond
	 * @return the result
	 */
	PublishResult publish(String author, String id, Instant time);

	/**
	 * Deletes a post, from the outbox at once and from inboxes by a task. Costs what
	 * publishing does. Can be made again for an hour after any failure.
	 * @param author the author
	 * @param id the id of the post
	 * @return true if it existed; false also for one that more than twice as many newer
	 * ones as are kept have displaced
	 */
	boolean delete(String author, String id);

	/**
	 * Puts posts into the outbox of their author, from a system of record after a loss of
	 * data. They come into inboxes that are built later only. One round trip, O(n log N).
	 * Can be made again after any failure.
	 * @param author the author
	 * @param posts posts of that author, at most {@value #MAX_PAGE}; nothing is sent for
	 * none
	 * @return how many this attempt found missing and keeps. An attempt is repeated when
	 * its reply is lost, and the repetition does not count what the first one has kept: 0
	 * does not mean that nothing was restored
	 * @throws IllegalArgumentException if one is another author's; nothing was sent
	 */
	int restore(String author, Collection<FeedItem> posts);

	/**
	 * Reads a page. One round trip, O(log N + n), and one flush more if authors are
	 * pulled. If the inbox was dropped it is built first: five round trips, one for each
	 * further 1000 follows, a flush for each 200 authors as often as it takes to have the
	 * newest posts of all of them, and one for each 200 authors with posts to look for
	 * deletions.
	 * @param reader the reader of the feed
	 * @param cursor {@link Page#next()} of the page before, or the text of any other
	 * {@link FeedPosition}; null for the newest
	 * @param size the maximum number, 1 to {@value #MAX_PAGE}
	 * @return the page
	 */
	Page<FeedItem> page(String reader, @Nullable String cursor, int size);

	/**
	 * Drops the inbox of a reader: the next page builds it again, exactly, from the
	 * outboxes. For inboxes that were built while follows or outboxes were incomplete,
	 * after a loss of data. One round trip.
	 * @param reader the reader; nothing happens without an inbox
	 */
	void forget(String reader);

	/**
	 * Works on the tasks of all processes, until stopped or until the queues are.
	 * @param concurrency how many at once, 1 to 1000
	 * @return to be stopped
	 */
	QueueSubscription work(int concurrency);

	/**
	 * Counts the tasks. One round trip.
	 * @return {@link QueueStats#depth()} are to be done, {@link QueueStats#deadLetters()}
	 * were given up
	 */
	QueueStats tasks();

	/**
	 * Has all tasks done again that were given up, because Redis or a part of it could
	 * not be used for longer than they were tried.
	 * @return the number
	 */
	long retryTasks();

}
