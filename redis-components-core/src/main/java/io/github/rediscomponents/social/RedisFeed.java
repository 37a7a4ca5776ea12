// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.Page;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException.Outcome;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.queue.QueueStats;
import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.WorkQueueSettings;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import io.github.rediscomponents.social.PublishResult.Delivery;
import io.github.rediscomponents.support.BatchFailure;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * {@link Feed} on {@link Outboxes}, {@link Inboxes} and a queue of {@link FeedTask}s.
 */
final class RedisFeed implements Feed {

	/** A part of a cluster may be away for as long as a fail-over takes, and longer. */
	private static final WorkQueueSettings TASKS = WorkQueueSettings.defaults()
		.withMaxDeliveries(20)
		.withBackoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

	/** How often an inbox is built that is dropped again before it can be read. */
	private static final int ATTEMPTS = 3;

	private final Outboxes outboxes;

	private final Inboxes inboxes;

	private final TaskQueue<FeedTask> queue;

	private final FeedFanOut fanOut;

	private final InboxBuilder builder;

	private final LiveSettings<FeedSettings> settings;

	private final SocialObserver observer;

	private RedisFeed(Outboxes outboxes, Inboxes inboxes, TaskQueue<FeedTask> queue, FeedFanOut fanOut,
			LiveSettings<FeedSettings> settings, SocialObserver observer) {
		this.outboxes = outboxes;
		this.inboxes = inboxes;
		this.queue = queue;
		this.fanOut = fanOut;
		this.builder = new InboxBuilder(outboxes, inboxes);
		this.settings = settings;
		this.observer = Listeners.quiet(SocialObserver.class, SocialObserver.NONE, observer);
	}

	static RedisFeed create(CommandPort redis, KeySpace keys, TaskQueues queues, LiveSettings<FeedSettings> settings,
			SocialObserver observer) {
		return create(redis, keys, queues, TASKS, settings, observer);
	}

	static RedisFeed create(CommandPort redis, KeySpace keys, TaskQueues queues, WorkQueueSettings tasks,
			LiveSettings<FeedSettings> settings, SocialObserver observer) {
		FollowStore follows = new FollowStore(redis, keys);
		Outboxes outboxes = new Outboxes(redis, keys, follows);
		Inboxes inboxes = new Inboxes(redis, keys, follows);
		TaskQueue<FeedTask> queue = queues.get(Outboxes.ROOM, FeedTask.class, tasks);
		return new RedisFeed(outboxes, inboxes, queue,
				new FeedFanOut(follows, outboxes, inboxes, queue, settings, observer), settings, observer);
	}

	@Override
	public PublishResult publish(String author, String id) {
		return publish(author, id, (Long) null);
	}

	@Override
	public PublishResult publish(String author, String id, Instant time) {
		return publish(author, id, Long.valueOf(FeedItem.millis(time)));
	}

	private PublishResult publish(String author, String id, @Nullable Long millis) {
		Follow.user("author", author);
		FeedItem.id(id);
		List<Object> reply = this.outboxes.publish(author, id, millis, this.settings.get());
		long code = Utf8.number(reply.get(0));
		String digits = Utf8.text(reply.get(1));
		String way = Utf8.text(reply.get(2));
		Delivery delivery = (code == 2) ? Delivery.TOO_OLD : (way.equals("p") ? Delivery.PULLED : Delivery.PUSHED);
		if (delivery == Delivery.PUSHED) {
			try {
				this.fanOut.begin(author, id, digits, Utf8.number(reply.get(4)));
				if (way.equals("m")) {
					this.fanOut.beginToMark(author, Utf8.number(reply.get(3)));
				}
			}
			catch (RedisComponentsException ex) {
				throw BatchFailure.afterPart(ex);
			}
		}
		PublishResult result = new PublishResult(delivery, code == 1, FeedItems.time(digits));
		this.observer.published(result);
		return result;
	}

	@Override
	public boolean delete(String author, String id) {
		List<Object> reply = this.outboxes.delete(Follow.user("author", author), FeedItem.id(id));
		long code = Utf8.number(reply.get(0));
		if (code > 0 && Utf8.number(reply.get(2)) == 1) {
			try {
				this.fanOut.begin(author, id, Utf8.text(reply.get(1)), Utf8.number(reply.get(3)));
			}
			catch (RedisComponentsException ex) {
				throw BatchFailure.afterPart(ex);
			}
		}
		return code > 0;
	}

	@Override
	public int restore(String author, Collection<FeedItem> posts) {
		Follow.user("author", author);
		Checks.between("posts.size", Checks.notNull("posts", posts).size(), 0, MAX_PAGE);
		posts.forEach((post) -> Checks.isTrue(post.author().equals(author),
				"posts must be of " + author + ", one is of " + post.author()));
		return posts.isEmpty() ? 0 : this.outboxes.restore(author, posts, this.settings.get().maxItems());
	}

	@Override
	public Page<FeedItem> page(String reader, @Nullable String cursor, int size) {
		Follow.user("reader", reader);
		Checks.between("size", size, 1, MAX_PAGE);
		FeedSettings present = this.settings.get();
		byte[] bound = FeedItems.bound((cursor != null) ? FeedPosition.parse(cursor) : null);
		List<Object> reply = this.inboxes.page(reader, bound, size + 1, present.inactiveAfter());
		for (int i = 0; reply.isEmpty() && i < ATTEMPTS; i++) {
			this.observer.rebuilt(this.builder.build(reader, present));
			reply = this.inboxes.page(reader, bound, size + 1, present.inactiveAfter());
		}
		if (reply.isEmpty()) {
			throw new RedisUnavailableException("The inbox of '" + reader + "' was dropped while it was read",
					Outcome.NOT_EXECUTED, null);
		}
		return merge(reply, bound, size);
	}

	private Page<FeedItem> merge(List<Object> reply, byte[] bound, int size) {
		int marks = (int) Utf8.number(reply.get(0));
		TreeSet<String> newest = new TreeSet<>(FeedItems.NEWEST_FIRST);
		reply.subList(1 + marks, reply.size()).forEach((item) -> newest.add(FeedItems.text(item)));
		if (marks > 0) {
			List<String> pulled = reply.subList(1, 1 + marks).stream().map(Utf8::text).toList();
			this.outboxes.read(pulled, Collections.nCopies(marks, bound), size + 1)
				.forEach((outbox) -> outbox.subList(1, outbox.size())
					.forEach((item) -> newest.add(FeedItems.text(item))));
		}
		this.observer.read(marks);
		List<FeedItem> items = newest.stream().limit(size).map(FeedItems::parse).toList();
		FeedItem last = (newest.size() > size) ? items.get(size - 1) : null;
		return Page.of(items, (last != null) ? new FeedPosition(last.time(), last.id()).text() : null);
	}

	@Override
	public void followed(String user, String followed) {
		Follow.user("user", user);
		Follow.user("followed", followed);
		FeedSettings present = this.settings.get();
		List<Object> outbox = this.outboxes
			.read(List.of(followed), List.of(new byte[0]), Math.max(1, present.backfill()))
			.get(0);
		List<byte[]> items = new ArrayList<>();
		if (Utf8.number(outbox.get(0)) == 1) {
			this.inboxes.fillOne(user, List.of(Inboxes.markOf(followed)), present.maxItems());
		}
		else if (present.backfill() > 0 && outbox.size() > 1) {
			outbox.subList(1, outbox.size()).forEach((item) -> items.add((byte[]) item));
			if (this.inboxes.fillOne(user, items, present.maxItems())) {
				// Posts that were deleted between reading and filling.
				this.inboxes.remove(user, this.outboxes.missing(List.of(followed), List.of(items)));
			}
		}
	}

	@Override
	public void unfollowed(String user, String followed) {
		this.inboxes.drop(Follow.user("user", user), Follow.user("followed", followed));
	}

	@Override
	public void forget(String reader) {
		this.inboxes.forget(Follow.user("reader", reader));
	}

	@Override
	public QueueSubscription work(int concurrency) {
		return this.queue.subscribe((delivery) -> this.fanOut.work(delivery.value()),
				SubscribeOptions.concurrency(concurrency));
	}

	@Override
	public QueueStats tasks() {
		return this.queue.stats();
	}

	@Override
	public long retryTasks() {
		return this.queue.deadLetters().redriveAll();
	}

}
