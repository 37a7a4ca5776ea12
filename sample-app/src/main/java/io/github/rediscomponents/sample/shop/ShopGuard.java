// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.filter.BloomFilter;
import io.github.rediscomponents.filter.BloomFilterMismatchException;
import io.github.rediscomponents.filter.Membership;
import io.github.rediscomponents.sample.data.DataImported;
import io.github.rediscomponents.sample.upkeep.SoleTask;
import io.github.rediscomponents.sample.web.outage.RedisWatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * Maintains the Bloom filter before the cache {@code shop}. It contains the id of every
 * shop, so that guessed ids cost neither a query nor a cache entry. It is built from the
 * database at each start, and when Redis has lost it. Until it is built no request is
 * rejected.
 */
@Component
class ShopGuard {

	private static final Logger log = LoggerFactory.getLogger(ShopGuard.class);

	/** An id that no shop has. */
	private static final String NONE = "0";

	private final SoleTask task = new SoleTask("shop-guard");

	private final BloomFilter filter;

	private final ShopStore store;

	private final RedisWatch redis;

	/** Whether the filter may belong to an earlier database. */
	private volatile boolean foreign;

	/** Whether this instance has not checked the filter yet. */
	private volatile boolean fresh = true;

	ShopGuard(BloomFilter shopBloomFilter, ShopStore store, RedisWatch redis) {
		this.filter = shopBloomFilter;
		this.store = store;
		this.redis = redis;
	}

	/**
	 * Adds a shop that is not committed yet.
	 * @param shopId the new shop
	 */
	void add(long shopId) {
		try {
			this.filter.add(Long.toString(shopId));
		}
		catch (BloomFilterMismatchException ex) {
			log.info("Rebuilding the filter of shops: {}", ex.getMessage());
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
			log.info("Cannot build the filter of shops; retrying: {}", ex.getMessage());
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
			this.redis.answered();
		}
		catch (RedisComponentsException ex) {
			log.debug("Cannot read the filter of shops", ex);
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
			// Another instance may be building the filter instead.
			if (this.filter.rebuild(() -> this.store.ids().map(String::valueOf), (done) -> {
			})) {
				log.info("The filter of shops is built; unknown ids are rejected");
			}
			this.fresh = false;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RedisComponentsException | DataAccessException | IllegalStateException ex) {
			log.debug("Cannot build the filter of shops yet", ex);
		}
	}

	/** Runs while Redis can still be reached. */
	@EventListener(ContextClosedEvent.class)
	void end() {
		this.task.interrupt();
	}

}
