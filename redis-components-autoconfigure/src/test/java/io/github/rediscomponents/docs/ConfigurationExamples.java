package io.github.rediscomponents.docs;

import org.springframework.beans.factory.annotation.Autowired;

import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher.Refresh;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.DistributedSemaphore;
import io.github.rediscomponents.queue.QueueListener;
import io.github.rediscomponents.queue.TaskQueue;
import io.github.rediscomponents.ratelimit.RateLimiter;

/**
 * What README.md and configuration.md show.
 */
class ConfigurationExamples {

	@Autowired
	RedisComponentsRefresher refresher;

	void refresh() {
		Refresh refresh = this.refresher.refresh();
		refresh.changed().forEach((prefix) -> System.out.println(prefix + " took new settings"));
		refresh.refused().forEach((reason) -> System.out.println("refused: " + reason));
	}

	// @formatter:off
	class ShopService {

		@Autowired CacheClient cache;
		@Autowired DistributedLock locks;
		@Autowired DistributedSemaphore semaphores;
		@Autowired RateLimiter limiter;
		@Autowired IdWorker ids;
		@Autowired LimitQueue<Gift> giftLimitQueue;
		@Autowired TaskQueue<Mail> emailTaskQueue;

		Shop shop(long id) {
			return this.cache.get("shop", id, Shop.class, this.shops::find);
		}

		void registered(Mail welcome) {
			this.emailTaskQueue.enqueue(welcome);
		}

		@QueueListener(queue = "email", concurrency = "4")
		void send(Mail mail) {
			this.smtp.send(mail);
		}

		// @formatter:on
		private final Shops shops;

		private final Smtp smtp;

		ShopService(Shops shops, Smtp smtp) {
			this.shops = shops;
			this.smtp = smtp;
		}

	}

	interface Shops {

		Shop find(long id);

	}

	record Shop(long id, String name) {

	}

	interface Smtp {

		void send(Mail mail);

	}

	record Mail(String to) {

	}

	record Gift(String name) {

	}

}
