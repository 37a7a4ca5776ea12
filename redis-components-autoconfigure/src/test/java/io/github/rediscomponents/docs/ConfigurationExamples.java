package io.github.rediscomponents.docs;

import org.springframework.beans.factory.annotation.Autowired;

import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher.Refresh;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.DistributedSemaphore;
import io.github.rediscomponents.queue.LimitQueue;
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

		Shop shop(long id) {
			return this.cache.get("shop", id, Shop.class, this.shops::find);
		}

		// @formatter:on
		private final Shops shops;

		ShopService(Shops shops) {
			this.shops = shops;
		}

	}

	interface Shops {

		Shop find(long id);

	}

	record Shop(long id, String name) {

	}

	record Gift(String name) {

	}

}
