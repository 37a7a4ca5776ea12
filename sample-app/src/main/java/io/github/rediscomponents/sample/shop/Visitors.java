// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.time.LocalDate;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.counter.PageViews;
import io.github.rediscomponents.counter.UniqueCounter;
import io.github.rediscomponents.counter.ViewCounter;
import io.github.rediscomponents.sample.web.User;
import io.github.rediscomponents.sample.web.outage.RedisWatch;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Counts the views of each shop, and its different visitors, by day. Both are buffered
 * and sent to Redis in batches, so that reading a shop does not wait for it.
 */
@Component
public class Visitors {

	private final Map<Long, Set<String>> untold = new ConcurrentHashMap<>();

	private final Lock telling = new ReentrantLock();

	/** The pages whose views are compared with each other. */
	private static final String SHOPS = "shop";

	private final UniqueCounter counter;

	private final ViewCounter views;

	private final RedisWatch redis;

	Visitors(UniqueCounter counter, ViewCounter views, RedisWatch redis) {
		this.counter = counter;
		this.views = views;
		this.redis = redis;
	}

	/**
	 * Records a user who looks at a shop. Never blocks.
	 * @param shopId the shop
	 * @param user the user
	 */
	public void came(long shopId, User user) {
		came(shopId, "user:" + user.id());
	}

	/**
	 * Records a visitor of a shop. Never blocks. While Redis is unavailable, up to a
	 * thousand visitors of each shop are buffered.
	 * @param shopId the shop
	 * @param visitor the visitor
	 */
	void came(long shopId, String visitor) {
		this.views.record(SHOPS, String.valueOf(shopId));
		remember(shopId, Set.of(visitor));
	}

	private void remember(long shopId, Set<String> visitors) {
		this.untold.compute(shopId, (id, known) -> {
			Set<String> all = (known != null) ? known : new HashSet<>();
			visitors.stream().limit(UniqueCounter.MAX_MEMBERS - all.size()).forEach(all::add);
			return all;
		});
	}

	/**
	 * Returns the number of different visitors of a shop.
	 * @param shopId the shop
	 * @param from the first day
	 * @param to the last day
	 * @return the number, estimated from a thousand a day on
	 */
	long count(long shopId, LocalDate from, LocalDate to) {
		tell();
		return this.counter.count(name(shopId), from, to).value();
	}

	/**
	 * Returns how often a shop was viewed, but for the last second.
	 * @param shopId the shop
	 * @param from the first day
	 * @param to the last day
	 */
	long views(long shopId, LocalDate from, LocalDate to) {
		return this.views.count(SHOPS, String.valueOf(shopId), from, to);
	}

	/**
	 * Returns the shops that were viewed most on a day, the most viewed first; none while
	 * Redis is unavailable.
	 * @param day the day
	 * @param most how many
	 */
	List<PageViews> top(LocalDate day, int most) {
		if (this.redis.isAway()) {
			return List.of();
		}
		try {
			return this.views.top(SHOPS, day, most);
		}
		catch (RedisComponentsException ex) {
			this.redis.failed("Cannot read the most viewed shops", ex);
			return List.of();
		}
	}

	@Scheduled(fixedDelay = 200)
	void tellSoon() {
		if (!this.redis.isAway()) {
			tryToTell();
		}
	}

	@EventListener(ContextClosedEvent.class)
	void tellTheLast() {
		tryToTell();
	}

	private void tryToTell() {
		try {
			tell();
		}
		catch (RedisComponentsException ex) {
			this.redis.failed("Cannot send visitors to Redis; retrying", ex);
		}
	}

	private void tell() {
		// A count waits for visitors that are being sent.
		this.telling.lock();
		try {
			for (Long shopId : List.copyOf(this.untold.keySet())) {
				Set<String> visitors = this.untold.remove(shopId);
				if (visitors != null) {
					tell(shopId, visitors);
				}
			}
		}
		finally {
			this.telling.unlock();
		}
	}

	private void tell(long shopId, Set<String> visitors) {
		try {
			this.counter.add(name(shopId), visitors);
		}
		catch (RedisComponentsException ex) {
			remember(shopId, visitors);
			throw ex;
		}
	}

	private static String name(long shopId) {
		return "shop:" + shopId;
	}

}
