// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.blog;

import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.queue.task.TaskQueues;
import org.springframework.context.ApplicationContext;

/**
 * Lets tests of other packages do one half of what pressing a like does.
 */
public final class LikeAccess {

	private LikeAccess() {
	}

	/** Announces a like as an instance does that dies before it toggles it. */
	public static void announce(ApplicationContext context, long blogId, long userId) {
		queue(context).enqueue(new LikeChange(blogId, userId));
	}

	/** Counts the announcements that wait to be worked on. */
	public static long announced(ApplicationContext context) {
		return queue(context).stats().depth();
	}

	private static TaskQueue<LikeChange> queue(ApplicationContext context) {
		return context.getBean(TaskQueues.class).get("blog-like", LikeChange.class);
	}

}
