// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.template;

import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.tutorial.queue.Handler;

/**
 * The same with a {@link TaskQueue}.
 */
public class AfterMails {

	private final TaskQueue<String> mails;

	public AfterMails(TaskQueue<String> mails) {
		this.mails = mails;
	}

	public void send(String mail) {
		this.mails.enqueue(mail);
	}

	public QueueSubscription handle(Handler smtp) {
		return this.mails.subscribe((delivery) -> smtp.handle(delivery.value()), SubscribeOptions.DEFAULTS);
	}

}
