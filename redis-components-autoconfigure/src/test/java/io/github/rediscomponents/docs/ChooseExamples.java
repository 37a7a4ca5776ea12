// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.counter.UniqueCounter;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.queue.task.TaskQueue;
import io.github.rediscomponents.ratelimit.RateLimiter;

/**
 * What choose.md shows.
 */
class ChooseExamples {

	record Shop(long id, String name) {

	}

	record Mail(String to, String text) {

	}

	interface Shops {

		@Nullable Shop find(long id);

	}

	// @formatter:off
	void families(CacheClient cache, DistributedLock locks, RateLimiter limiter, TaskQueue<Mail> emailTaskQueue,
			LimitQueue<Mail> sentLimitQueue, UniqueCounter counter, IdWorker ids, Shops shops, long id, String user,
			Mail mail) {
		Shop shop = cache.get("shop", id, Shop.class, shops::find);            // must be remembered
		sentLimitQueue.offer(mail);                                            // must be shown: the newest ones
		Optional<Lease> lease = locks.get("report:" + id).tryAcquire();        // must not run twice at a time
		boolean allowed = limiter.tryAcquire("login-code", user).allowed();    // must be limited
		emailTaskQueue.enqueue(mail);                                          // must be done elsewhere
		counter.add("shop:" + id, user);                                       // must be counted
		long order = ids.nextId();                                             // must be numbered
	}
	// @formatter:on

}
