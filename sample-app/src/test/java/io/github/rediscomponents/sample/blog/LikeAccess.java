// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import org.springframework.context.ApplicationContext;

/**
 * One half of what pressing a like does.
 */
final class LikeAccess {

	private LikeAccess() {
	}

	/** Announces a like as an instance does that dies before it toggles it. */
	static void announce(ApplicationContext context, long blogId, long userId) {
		queue(context).enqueue(new LikeChange(blogId, userId));
	}

	/** Counts the announcements that wait to be worked on. */
	static long announced(ApplicationContext context) {
		return queue(context).stats().depth();
	}

	private static TaskQueue<LikeChange> queue(ApplicationContext context) {
		return context.getBean(TaskQueues.class).get("blog-like", LikeChange.class);
	}

}
