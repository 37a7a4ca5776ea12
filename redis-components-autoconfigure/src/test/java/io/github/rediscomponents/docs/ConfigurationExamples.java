// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.docs;

import java.util.List;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Bean;

import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher.Refresh;
import io.github.rediscomponents.autoconfigure.refresh.RedisComponentsRefresher;
import io.github.rediscomponents.autoconfigure.refresh.Setting;
import io.github.rediscomponents.autoconfigure.refresh.SettingsCustomizer;
import io.github.rediscomponents.cache.CacheClient;
import io.github.rediscomponents.id.IdWorker;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.lock.DistributedLock;
import io.github.rediscomponents.lock.Lease;
import io.github.rediscomponents.lock.LockSettings;
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
		for (Setting setting : this.refresher.settings()) {
			System.out.println(setting.property() + " = " + setting.value() + " from " + setting.origin());
		}
	}

	@Bean
	SettingsCustomizer<LockSettings> leases(Region region) {
		return (settings) -> region.isFar() ? settings.withLease(settings.lease().multipliedBy(2)) : settings;
	}

	interface Region {

		boolean isFar();

	}

	// @formatter:off
	class ShopService {

		@Autowired CacheClient cache;
		@Autowired DistributedLock locks;
		@Autowired RateLimiter limiter;
		@Autowired IdWorker ids;
		@Autowired LimitQueue<Gift> giftLimitQueue;

		Shop shop(long id) {
			return this.cache.get("shop", id, Shop.class, this.shops::find);
		}

		void change(Shop shop) {
			this.shops.save(shop);
			this.cache.invalidate("shop", shop.id());
		}

		void order(long user) throws InterruptedException {
			try (Lease lease = this.locks.get("order:" + user).acquire()) {
				this.orders.place(this.ids.nextId(), user, lease.token());
			}
		}

		void sendCode(String phone) {
			if (this.limiter.tryAcquire("login-code", phone).allowed()) {
				this.codes.send(phone);
			}
		}

		List<Gift> given(Gift gift) {
			this.giftLimitQueue.offer(gift);
			return this.giftLimitQueue.newest(3);
		}

		// @formatter:on
		private final Shops shops;

		private final Orders orders;

		private final Codes codes;

		ShopService(Shops shops, Orders orders, Codes codes) {
			this.shops = shops;
			this.orders = orders;
			this.codes = codes;
		}

	}

	interface Shops {

		Shop find(long id);

		void save(Shop shop);

	}

	interface Orders {

		void place(long id, long user, long token);

	}

	interface Codes {

		void send(String phone);

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
