// SPDX-License-Identifier: Apache-2.0
package com.example;

import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;

import org.springframework.stereotype.Component;

import io.github.rediscomponents.queue.QueueListener;

/**
 * Sends the mails of the queue, one for each buyer.
 */
@Component
public class Mails {

	private final Set<String> sent = new TreeSet<>();

	@QueueListener(queue = "mail", concurrency = "2")
	public synchronized void send(Mail mail) {
		this.sent.add(mail.user());
		notifyAll();
	}

	synchronized int awaitSent(int number, Duration atMost) throws InterruptedException {
		long end = System.nanoTime() + atMost.toNanos();
		long left = atMost.toMillis();
		while (this.sent.size() < number && left > 0) {
			wait(left);
			left = Duration.ofNanos(end - System.nanoTime()).toMillis();
		}
		return this.sent.size();
	}

}
