// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.tutorial.migration.rqueue;

import java.util.List;
import java.util.function.Consumer;

import com.github.sonus21.rqueue.annotation.RqueueListener;

import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Handles what is left in the queue of Rqueue, beside the new listeners.
 */
public class OldMails {

	private final StringRedisTemplate redis;

	private final Consumer<Mail> smtp;

	public OldMails(StringRedisTemplate redis, Consumer<Mail> smtp) {
		this.redis = redis;
		this.smtp = smtp;
	}

	@RqueueListener(value = "mail", numRetries = "3", deadLetterQueue = "mail-dead", concurrency = "1-4")
	public void handle(Mail mail) {
		this.smtp.accept(mail);
	}

	public boolean isDrained() {
		Long parts = this.redis
			.countExistingKeys(List.of("__rq::queue::{mail}", "__rq::p-queue::{mail}", "__rq::d-queue::{mail}"));
		return parts != null && parts == 0;
	}

}
