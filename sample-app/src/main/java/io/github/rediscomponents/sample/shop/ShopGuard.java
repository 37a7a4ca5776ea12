// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterMismatchException;
import io.github.rediscomponents.filter.Membership;
import io.github.rediscomponents.sample.data.DataImported;
import io.github.rediscomponents.sample.upkeep.SoleTask;
import io.github.rediscomponents.sample.web.RedisWatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Keeps the Bloom filter that stands before the cache {@code shop}: it has the id of
 * every shop, so that guessed ids cost neither a query nor a place in the cache. It is
 * built from the database at each start, and whenever Redis lost it; until then no
 * request is rejected.
 */
@Component
class ShopGuard {

	private static final Logger log = LoggerFactory.getLogger(ShopGuard.class);

	/** No shop has it. */
	private static final String NONE = "0";

	private final SoleTask task = new SoleTask("shop-guard");

	private final BloomFilter filter;

	private final ShopStore store;

	private final RedisWatch redis;

	/** Whether the filter may be one of an earlier database. */
	private volatile boolean foreign;

	/** Whether this instance has not looked after the filter yet. */
	private volatile boolean fresh = true;

	ShopGuard(BloomFilter shopBloomFilter, ShopStore store, RedisWatch redis) {
		this.filter = shopBloomFilter;
		this.store = store;
		this.redis = redis;
	}

	/**
	 * Lets a shop through that is not committed yet.
	 * @param shopId the new shop
	 */
	void add(long shopId) {
		try {
			this.filter.add(Long.toString(shopId));
		}
		catch (BloomFilterMismatchException ex) {
			log.info("The filter of shops is about to be built anew: {}", ex.getMessage());
		}
	}

	@EventListener
	void imported(DataImported event) {
		this.foreign = true;
		this.fresh = true;
		try {
			removeWhatIsForeign();
		}
		catch (RedisComponentsException ex) {
			log.info("The filter of shops will be built later: {}", ex.getMessage());
		}
	}

	private void removeWhatIsForeign() {
		if (this.foreign) {
			this.filter.remove();
			this.foreign = false;
		}
	}

	@Scheduled(fixedDelay = 500)
	void watch() {
		if (this.redis.isAway()) {
			return;
		}
		try {
			removeWhatIsForeign();
			if (this.fresh || isLost()) {
				this.task.begin(this::tryToBuild);
			}
		}
		catch (RedisComponentsException ex) {
			log.debug("The filter of shops cannot be asked", ex);
		}
	}

	private boolean isLost() {
		try {
			return this.filter.test(NONE) == Membership.UNKNOWN;
		}
		catch (BloomFilterMismatchException ex) {
			return true;
		}
	}

	private void tryToBuild() {
		try {
			// If another instance is building one, that is as good.
			if (this.filter.rebuild(() -> this.store.ids().map(String::valueOf), (done) -> {
			})) {
				log.info("Unknown shops are turned away by the filter");
			}
			this.fresh = false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RedisComponentsException | DataAccessException | IllegalStateException ex) {
			log.debug("The filter of shops still cannot be built", ex);
		}
	}

	/** While Redis can still be told that this ends. */
	@EventListener(ContextClosedEvent.class)
	void end() {
		this.task.interrupt();
	}

}
