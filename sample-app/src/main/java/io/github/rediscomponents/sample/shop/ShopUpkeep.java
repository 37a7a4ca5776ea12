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
 * Makes what Redis knows of the shops follow the database: cached shops and the indexes
 * of places. What cannot be done now, because Redis is away, is done as soon as it is
 * back.
 */
@Component
class ShopUpkeep extends PhasedStart {

	/** After the import, before the web server. */
	private static final int PHASE = DEFAULT_PHASE - 4096;

	private static final Logger log = LoggerFactory.getLogger(ShopUpkeep.class);

	/**
	 * The types whose index is behind, each with a mark of the last time that this was
	 * noticed.
	 */
	private final Map<Long, Object> behind = new ConcurrentHashMap<>();

	private final Set<Long> outdated = ConcurrentHashMap.newKeySet();

	private final NearbyIndex index;

	private final ShopStore store;

	private final ShopCache cache;

	private final TransactionTemplate transaction;

	/** Whether the caches may hold what an earlier database had. */
	private volatile boolean foreign;

	ShopUpkeep(NearbyIndex index, ShopStore store, ShopCache cache, PlatformTransactionManager transactions) {
		super(PHASE);
		this.index = index;
		this.store = store;
		this.cache = cache;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * A shop was created or changed, and that is committed.
	 * @param shopId the one
	 * @param typeBefore the type that it had
	 * @return true if all instances see it now; otherwise they see it when Redis is back
	 */
	boolean changed(long shopId, long typeBefore) {
		boolean seen = invalidate(shopId);
		long[] typeNow = { typeBefore };
		try {
			// The row's lock makes the last change of the row the last change of the
			// index.
			this.transaction.executeWithoutResult((status) -> this.store.lockPlace(shopId).ifPresent((shop) -> {
				typeNow[0] = shop.typeId();
				if (shop.typeId() != typeBefore) {
					this.index.remove(typeBefore, shopId);
				}
				if (!this.index.put(shop)) {
					rebuild(shop.typeId());
				}
			}));
			return seen;
		}
		catch (RedisComponentsException | DataAccessException | TransactionException ex) {
			log.warn("The index of places will follow later: {}", ex.getMessage());
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
			log.warn("A changed shop will leave the cache later: {}", ex.getMessage());
			this.outdated.add(shopId);
			return false;
		}
	}

	/** Has the index of a type built anew, soon. */
	void rebuild(long typeId) {
		this.behind.put(typeId, new Object());
	}

	/** Whether the index of a type is known not to be what the database has. */
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
			log.info("The caches will be cleared later: {}", ex.getMessage());
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
			log.debug("The index of places still cannot be built", ex);
		}
	}

	@Override
	protected void begin() {
		this.store.types().forEach((type) -> rebuild(type.id()));
		rebuildThoseBehind();
	}

}
