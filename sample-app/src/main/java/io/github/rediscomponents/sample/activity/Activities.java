// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.activity;

import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.Supplier;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.limit.LimitQueue;
import io.github.rediscomponents.sample.shop.Shops;
import io.github.rediscomponents.sample.voucher.Voucher;
import io.github.rediscomponents.sample.voucher.VoucherStore;
import io.github.rediscomponents.sample.web.User;
import io.github.rediscomponents.sample.web.outage.RedisWatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/**
 * The newest activities of all users, in the queue {@code activity} of
 * {@code application.yml}. Nothing depends on them: an activity that cannot be written or
 * read because Redis is unavailable is omitted.
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
	 * Records that a user has ordered, after the order is committed. Never fails.
	 * @param user the user
	 * @param voucherId the ordered voucher
	 */
	public void ordered(User user, long voucherId) {
		tell(() -> {
			Voucher voucher = this.vouchers.find(voucherId).orElseThrow();
			return activity("order", user, voucher.shopId(), null, voucher.title());
		});
	}

	/**
	 * Records that a user has published a post. Never fails.
	 * @param user the user
	 * @param shopId the shop that the post is about
	 * @param blogId the post
	 * @param title the post's title
	 */
	public void posted(User user, long shopId, long blogId, String title) {
		tell(() -> activity("post", user, shopId, blogId, title));
	}

	/**
	 * Records that a user likes a post. Never fails.
	 * @param user the user
	 * @param shopId the shop that the post is about
	 * @param blogId the post
	 * @param title the post's title
	 */
	public void liked(User user, long shopId, long blogId, String title) {
		tell(() -> activity("like", user, shopId, blogId, title));
	}

	private Activity activity(String kind, User user, long shopId, @Nullable Long blogId, String title) {
		return new Activity(kind, user.id(), user.nickName(), user.icon(), shopId, this.shops.get(shopId).name(),
				blogId, title, LocalDateTime.now().truncatedTo(ChronoUnit.MILLIS));
	}

	private void tell(Supplier<Activity> activity) {
		try {
			this.queue.offer(activity.get());
		}
		catch (RedisUnavailableException ex) {
			this.redis.failed("Cannot record an activity", ex);
		}
		catch (RuntimeException ex) {
			log.warn("Cannot record an activity: {}", ex.toString());
		}
	}

	/**
	 * Returns the newest activities.
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
			this.redis.failed("Cannot read the activities", ex);
			return List.of();
		}
	}

}
