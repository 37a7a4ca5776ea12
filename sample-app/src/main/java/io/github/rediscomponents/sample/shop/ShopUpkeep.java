// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.sample.data.DataImported;
import io.github.rediscomponents.sample.upkeep.PhasedStart;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Keeps cached shops and the indexes of places in step with the database. Work that fails
 * because Redis is unavailable is repeated when it is available again.
 */
@Component
class ShopUpkeep extends PhasedStart {

	/** After the import, before the web server. */
	private static final int PHASE = DEFAULT_PHASE - 4096;

	private static final Logger log = LoggerFactory.getLogger(ShopUpkeep.class);

	/**
	 * The types whose index is outdated, each with a marker of the last detection.
	 */
	private final Map<Long, Object> behind = new ConcurrentHashMap<>();

	private final Set<Long> outdated = ConcurrentHashMap.newKeySet();

	private final NearbyIndex index;

	private final ShopStore store;

	private final ShopCache cache;

	private final TransactionTemplate transaction;

	/** Whether the caches may contain data of an earlier database. */
	private volatile boolean foreign;

	ShopUpkeep(NearbyIndex index, ShopStore store, ShopCache cache, PlatformTransactionManager transactions) {
		super(PHASE);
		this.index = index;
		this.store = store;
		this.cache = cache;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * Updates cache and index after a shop was created or changed and committed.
	 * @param shopId the shop
	 * @param typeBefore the previous type
	 * @return whether all instances see the change; otherwise they see it in a moment, or
	 * when Redis is available again
	 */
	boolean changed(long shopId, long typeBefore) {
		boolean seen = invalidate(shopId);
		long[] typeNow = { typeBefore };
		try {
			// The lock of the row orders the changes of the index as those of the row.
			this.transaction.executeWithoutResult((status) -> this.store.lockPlace(shopId).ifPresent((shop) -> {
				typeNow[0] = shop.typeId();
				if (shop.typeId() != typeBefore) {
					this.index.remove(typeBefore, shopId);
				}
				if (!this.index.put(shop)) {
					rebuild(shop.typeId());
				}
			}));
			return seen && awaitInvalidation();
		}
		catch (RedisComponentsException | DataAccessException | TransactionException ex) {
			log.warn("Cannot update the index of places; retrying: {}", ex.getMessage());
			rebuild(typeBefore);
			rebuild(typeNow[0]);
			return false;
		}
	}

	private boolean invalidate(long shopId) {
		try {
			this.cache.invalidate(shopId);
			return true;
		}
		catch (RedisComponentsException ex) {
			log.warn("Cannot remove a changed shop from the cache; retrying: {}", ex.getMessage());
			this.outdated.add(shopId);
			return false;
		}
	}

	private boolean awaitInvalidation() {
		try {
			this.cache.awaitInvalidation();
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	/** Schedules a rebuild of the index of a type. */
	void rebuild(long typeId) {
		this.behind.put(typeId, new Object());
	}

	/** Returns whether the index of a type is known to be outdated. */
	boolean isBehind(long typeId) {
		return this.behind.containsKey(typeId);
	}

	@EventListener
	void imported(DataImported event) {
		this.foreign = true;
		clearWhatIsForeign();
	}

	private void clearWhatIsForeign() {
		try {
			this.cache.clear();
			this.foreign = false;
		}
		catch (RedisComponentsException ex) {
			log.info("Cannot clear the caches; retrying: {}", ex.getMessage());
		}
	}

	@Scheduled(fixedDelay = 500)
	void catchUp() {
		if (!isRunning()) {
			return;
		}
		if (this.foreign) {
			clearWhatIsForeign();
		}
		List.copyOf(this.outdated).forEach((id) -> {
			this.outdated.remove(id);
			invalidate(id);
		});
		rebuildThoseBehind();
	}

	private void rebuildThoseBehind() {
		try {
			for (Map.Entry<Long, Object> entry : Map.copyOf(this.behind).entrySet()) {
				long typeId = entry.getKey();
				if (this.index.rebuild(typeId, () -> this.store.places(typeId))) {
					this.behind.remove(typeId, entry.getValue());
				}
			}
		}
		catch (RedisComponentsException | DataAccessException | TransactionException | IllegalStateException ex) {
			log.debug("Cannot build the index of places yet", ex);
		}
	}

	@Override
	protected void begin() {
		this.store.types().forEach((type) -> rebuild(type.id()));
		rebuildThoseBehind();
	}

}
