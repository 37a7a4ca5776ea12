// SPDX-License-Identifier: Apache-2.0
package com.example;

import org.springframework.stereotype.Component;

import io.github.rediscomponents.lock.Locked;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.ratelimit.RateLimited;

/**
 * Sells pieces. The stock is not safe for several threads; the lock makes it so.
 */
@Component
public class Checkout {

	private final TaskQueue<Mail> mails;

	private int stock;

	Checkout(TaskQueue<Mail> mailTaskQueue) {
		this.mails = mailTaskQueue;
	}

	@Locked(name = "stock", waitTime = "30s")
	public void open(int pieces) {
		this.stock = pieces;
	}

	@RateLimited(policy = "checkout", key = "#user")
	@Locked(name = "stock", waitTime = "30s")
	public boolean buy(String user) {
		int left = this.stock;
		if (left == 0) {
			return false;
		}
		this.mails.enqueue(new Mail(user));
		this.stock = left - 1;
		return true;
	}

}
