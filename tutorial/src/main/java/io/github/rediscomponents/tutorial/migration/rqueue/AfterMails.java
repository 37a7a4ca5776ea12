// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.rqueue;

import java.time.Duration;
import java.util.function.Consumer;

import io.github.rediscomponents.queue.QueueKind;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.delay.DelayQueue;
import io.github.rediscomponents.queue.task.TaskQueue;

/**
 * The same with a {@link TaskQueue}, and a {@link DelayQueue} for what is sent later.
 */
public class AfterMails {

	private final TaskQueue<Mail> mailTaskQueue;

	private final DelayQueue<Mail> mailDelayQueue;

	private final Consumer<Mail> smtp;

	public AfterMails(TaskQueue<Mail> mailTaskQueue, DelayQueue<Mail> mailDelayQueue, Consumer<Mail> smtp) {
		this.mailTaskQueue = mailTaskQueue;
		this.mailDelayQueue = mailDelayQueue;
		this.smtp = smtp;
	}

	public void send(Mail mail) {
		this.mailTaskQueue.enqueue(mail);
	}

	public void remind(Mail mail) {
		this.mailDelayQueue.schedule(mail, Duration.ofDays(1));
	}

	@QueueListener(queue = "mail", kind = QueueKind.TASK, concurrency = "4")
	public void handle(Mail mail) {
		this.smtp.accept(mail);
	}

	@QueueListener(queue = "mail", kind = QueueKind.DELAY, concurrency = "4")
	public void handleReminder(Mail mail) {
		this.smtp.accept(mail);
	}

}
