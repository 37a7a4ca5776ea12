package io.github.rediscomponents.sample.blog;

import io.github.rediscomponents.queue.TaskQueue;
import io.github.rediscomponents.queue.TaskQueues;
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

	/** How many announcements nobody has worked on yet. */
	public static long announced(ApplicationContext context) {
		return queue(context).stats().depth();
	}

	private static TaskQueue<LikeChange> queue(ApplicationContext context) {
		return context.getBean(TaskQueues.class).queue("blog-like", LikeChange.class);
	}

}
