// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.shop;

import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.sample.data.DataImported;
import io.github.rediscomponents.sample.web.Refused;
import io.github.rediscomponents.sample.web.Texts;
import io.github.rediscomponents.sample.web.outage.RedisWatch;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Completes the names of shops with the index in Redis, or with the database while the
 * index is unavailable or incomplete. Keeps the index in step with the database.
 */
@Service
class Suggestions {

	private static final Logger log = LoggerFactory.getLogger(Suggestions.class);

	private static final int BATCH = 500;

	/** Marker of the last detection that the index is outdated, null if it is not. */
	private final AtomicReference<@Nullable Object> behind = new AtomicReference<>();

	/** Whether this instance has not checked the index yet. */
	private volatile boolean unchecked;

	/** Held by the thread that loads. */
	private final ReentrantLock loading = new ReentrantLock();

	private final ShopNames names;

	private final ShopStore store;

	private final RedisWatch redis;

	private final TransactionTemplate transaction;

	Suggestions(ShopNames names, ShopStore store, RedisWatch redis, PlatformTransactionManager transactions) {
		this.names = names;
		this.store = store;
		this.redis = redis;
		this.transaction = new TransactionTemplate(transactions);
	}

	/**
	 * Returns shops whose names begin with a prefix, the most sold first.
	 * @param typed the prefix, may be empty
	 * @param limit the most shops
	 * @return at most {@link ShopNames#MOST} shops
	 */
	List<ShopName> find(String typed, int limit) {
		if (limit < 1) {
			throw new Refused("limit.positive");
		}
		if (!Texts.canBeShown(typed)) {
			return List.of();
		}
		int most = Math.min(limit, ShopNames.MOST);
		if (!this.redis.isAway() && this.behind.get() == null) {
			try {
				List<ShopName> found = this.names.find(typed, most);
				// Checked afterwards, so that a loss during the read is detected.
				if (this.names.isComplete()) {
					return found;
				}
				this.behind.set(new Object());
			}
			catch (RedisComponentsException ex) {
				this.redis.failed("Cannot read the index of names", ex);
				this.behind.set(new Object());
			}
		}
		return fromDatabase(ShopNames.folded(typed), most);
	}

	/** Compares as the index does, which no database does. */
	private List<ShopName> fromDatabase(String prefix, int most) {
		return this.store.entries()
			.stream()
			.filter((shop) -> ShopNames.folded(shop.name()).startsWith(prefix))
			.sorted(Comparator.comparingLong(ShopEntry::sold)
				.reversed()
				.thenComparing(ShopEntry::name)
				.thenComparingLong(ShopEntry::id))
			.limit(most)
			.map((shop) -> new ShopName(shop.id(), shop.name()))
			.toList();
	}

	@EventListener
	void imported(DataImported event) {
		try {
			this.names.clear();
		}
		catch (RedisComponentsException ex) {
			log.info("Cannot build the index of names; retrying: {}", ex.getMessage());
		}
	}

	@EventListener
	void ready(ApplicationReadyEvent event) {
		this.unchecked = true;
		catchUp();
	}

	@Scheduled(fixedDelay = 500)
	void catchUp() {
		if (!this.loading.tryLock()) {
			return;
		}
		try {
			loadIfOutdated();
		}
		finally {
			this.loading.unlock();
		}
	}

	private void loadIfOutdated() {
		Object mark = this.behind.get();
		if ((mark != null || this.unchecked) && !this.redis.isAway()) {
			try {
				if (rebuild()) {
					this.unchecked = false;
					this.behind.compareAndSet(mark, null);
				}
			}
			catch (RedisComponentsException | DataAccessException | TransactionException ex) {
				log.debug("Cannot build the index of names yet", ex);
			}
		}
	}

	/**
	 * Rebuilds the index. Each shop is added while its row is locked, so that a
	 * concurrent change is not overwritten.
	 * @return false if the index was lost while it was built
	 */
	private boolean rebuild() {
		String load = this.names.begin();
		List<ShopEntry> batch = nextBatch(0);
		while (!batch.isEmpty()) {
			batch = nextBatch(batch.get(batch.size() - 1).id());
		}
		return this.names.complete(load);
	}

	private List<ShopEntry> nextBatch(long after) {
		List<ShopEntry> batch = this.transaction.execute((status) -> {
			List<ShopEntry> next = this.store.lockEntries(after, BATCH);
			this.names.putAll(next);
			return next;
		});
		return (batch != null) ? batch : List.of();
	}

}
