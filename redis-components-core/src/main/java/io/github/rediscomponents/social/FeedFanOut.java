// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.social;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

import io.github.rediscomponents.queue.PublishOptions;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.support.Listeners;

/**
 * Works on the tasks of a {@link Feed}. Each can be done any number of times, by several
 * workers at once, and in any order.
 */
final class FeedFanOut {

	private static final int TASKS_PER_FLUSH = 100;

	private final FollowStore follows;

	private final Outboxes outboxes;

	private final Inboxes inboxes;

	private final TaskQueue<FeedTask> queue;

	private final Supplier<FeedSettings> settings;

	private final SocialObserver observer;

	FeedFanOut(FollowStore follows, Outboxes outboxes, Inboxes inboxes, TaskQueue<FeedTask> queue,
			Supplier<FeedSettings> settings, SocialObserver observer) {
		this.follows = follows;
		this.outboxes = outboxes;
		this.inboxes = inboxes;
		this.queue = queue;
		this.settings = settings;
		this.observer = Listeners.quiet(SocialObserver.class, SocialObserver.NONE, observer);
	}

	/** Has the inboxes of all followers do as the outbox does. */
	void begin(String author, String post, String digits, long followers) {
		FeedTask all = FeedTask.divide(author, post, digits);
		if (followers > this.settings.get().batchSize()) {
			this.queue.enqueue(all);
		}
		else if (followers > 0) {
			this.queue.enqueue(all.between("", ""));
		}
	}

	/**
	 * Enqueues the task that marks all followers as readers of the outbox; once in ten
	 * minutes.
	 */
	void beginToMark(String author, long turn) {
		this.queue.enqueue(FeedTask.mark(author, turn), PublishOptions.id("mark:" + turn + ':' + author));
	}

	void work(FeedTask task) {
		long began = System.nanoTime();
		long changed = switch (task.kind()) {
			case DIVIDE -> divide(task);
			case DELIVER -> deliver(task);
			case MARK -> mark(task);
		};
		this.observer.delivered(Duration.ofNanos(System.nanoTime() - began), changed);
	}

	/**
	 * The parts are ranges of followers and not lists of them, so that a user who follows
	 * while they are worked on, or worked on again, is in one of them.
	 */
	private long divide(FeedTask task) {
		int size = this.settings.get().batchSize();
		List<FeedTask> parts = new ArrayList<>();
		String after = "";
		List<String> page = this.follows.followersPage(task.author(), after, "", size);
		while (page.size() == size) {
			String last = page.get(size - 1);
			parts.add(task.between(after, last));
			after = last;
			if (parts.size() == TASKS_PER_FLUSH) {
				this.queue.enqueueAll(parts);
				parts.clear();
			}
			page = this.follows.followersPage(task.author(), after, "", size);
		}
		parts.add(task.between(after, ""));
		this.queue.enqueueAll(parts);
		return 0;
	}

	/**
	 * Each delivery and removal looks at the outbox before and after: of those that work
	 * on one post at once the last one has seen the last change.
	 */
	private long deliver(FeedTask task) {
		byte[] item = FeedItems.item(task.digits(), task.post(), task.author());
		long changed = 0;
		boolean done;
		boolean there = this.outboxes.has(task.author(), task.post(), task.digits());
		do {
			done = there;
			changed += deliver(task, there ? Inboxes.ADD : Inboxes.REMOVE, item);
			there = this.outboxes.has(task.author(), task.post(), task.digits());
		}
		while (there != done);
		return changed;
	}

	private long deliver(FeedTask task, byte[] how, byte[] item) {
		FeedSettings present = this.settings.get();
		long changed = 0;
		String after = task.after();
		List<String> page;
		do {
			page = this.follows.followersPage(task.author(), after, task.upTo(), present.batchSize());
			if (!page.isEmpty()) {
				changed += this.inboxes.deliver(how, page, task.author(), item, present.maxItems());
				after = page.get(page.size() - 1);
			}
		}
		while (page.size() == present.batchSize());
		return changed;
	}

	/**
	 * One part after the other, so that the last one can record that all are done. A part
	 * is done before the next one is a task, so none is left out, however often one is
	 * repeated.
	 */
	private long mark(FeedTask task) {
		FeedSettings present = this.settings.get();
		List<String> page = this.follows.followersPage(task.author(), task.after(), "", present.batchSize());
		long changed = page.isEmpty() ? 0
				: this.inboxes.deliver(Inboxes.MARK, page, task.author(), new byte[0], present.maxItems());
		if (page.size() == present.batchSize()) {
			this.queue.enqueue(task.between(page.get(page.size() - 1), ""));
		}
		else {
			this.outboxes.marked(task.author(), task.post());
		}
		return changed;
	}

}
