package io.github.rediscomponents.sample.activity;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.queue.LimitQueue;
import io.github.rediscomponents.sample.shop.Shops;
import io.github.rediscomponents.sample.voucher.Voucher;
import io.github.rediscomponents.sample.voucher.VoucherStore;
import io.github.rediscomponents.sample.web.RedisWatch;
import io.github.rediscomponents.sample.web.User;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * The newest activities of everybody, in the queue {@code activity} of
 * {@code application.yml}. Nothing depends on them: what cannot be written or read
 * because Redis is away is left out.
 */
@Service
public class Activities {

	private static final Logger log = LoggerFactory.getLogger(Activities.class);

	private static final int NEWEST = 10;

	private final LimitQueue<Activity> queue;

	private final VoucherStore vouchers;

	private final Shops shops;

	private final RedisWatch redis;

	Activities(LimitQueue<Activity> activityLimitQueue, VoucherStore vouchers, Shops shops, RedisWatch redis) {
		this.queue = activityLimitQueue;
		this.vouchers = vouchers;
		this.shops = shops;
		this.redis = redis;
	}

	/**
	 * Tells that a user has ordered, after that is committed. Never fails.
	 * @param user who
	 * @param voucherId what
	 */
	public void ordered(User user, long voucherId) {
		try {
			Voucher voucher = this.vouchers.find(voucherId).orElseThrow();
			this.queue.offer(new Activity("order", user.id(), user.nickName(), user.icon(), voucher.shopId(),
					this.shops.get(voucher.shopId()).name(), voucher.title(),
					LocalDateTime.now().truncatedTo(ChronoUnit.MILLIS)));
		}
		catch (RuntimeException ex) {
			log.warn("An order is not among the activities: {}", ex.toString());
		}
	}

	/**
	 * The newest activities.
	 * @return at most ten, newest first
	 */
	List<Activity> latest() {
		if (this.redis.isAway()) {
			return List.of();
		}
		try {
			return this.queue.newest(NEWEST);
		}
		catch (RedisComponentsException ex) {
			this.redis.failed();
			log.warn("The activities cannot be read: {}", ex.getMessage());
			return List.of();
		}
	}

}
