// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.rqueue;

import java.time.Duration;
import java.util.function.Consumer;

import com.github.sonus21.rqueue.annotation.RqueueListener;
import com.github.sonus21.rqueue.core.RqueueMessageEnqueuer;

/**
 * Mails in a queue of Rqueue.
 */
public class BeforeMails {

	private final RqueueMessageEnqueuer queues;

	private final Consumer<Mail> smtp;

	public BeforeMails(RqueueMessageEnqueuer queues, Consumer<Mail> smtp) {
		this.queues = queues;
		this.smtp = smtp;
	}

	public void send(Mail mail) {
		this.queues.enqueue("mail", mail);
	}

	public void remind(Mail mail) {
		this.queues.enqueueIn("mail", mail, Duration.ofDays(1));
	}

	@RqueueListener(value = "mail", numRetries = "3", deadLetterQueue = "mail-dead", concurrency = "1-4")
	public void handle(Mail mail) {
		this.smtp.accept(mail);
	}

}
