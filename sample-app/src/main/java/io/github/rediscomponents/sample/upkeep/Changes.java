// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.sample.web.RedisWatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.transaction.TransactionException;

/**
 * Has Redis hear of every change that was committed, and of none that was not.
 *
 * <p>
 * A change is noted in the transaction that makes it, and Redis is told right after the
 * commit. The note goes when that is done. What an instance has noted and not told,
 * because it died or Redis was away, is told by whichever instance finds it a moment
 * later.
 */
@Service
public class Changes {

	private static final Logger log = LoggerFactory.getLogger(Changes.class);

	/** How long the instance that made the change tells it itself. */
	private static final long OWN_MILLIS = 1000;

	private static final int BATCH = 100;

	private final UntoldStore store;

	private final Map<String, Teller> tellers;

	private final RedisWatch redis;

	Changes(UntoldStore store, List<Teller> tellers, RedisWatch redis) {
		this.store = store;
		this.redis = redis;
		this.tellers = tellers.stream().collect(Collectors.toMap(Teller::kind, Function.identity()));
	}

	/**
	 * Notes a change. To be called in its transaction.
	 * @param kind a {@link Teller#kind()}
	 * @param userId the id of the user
	 * @param targetId what of him
	 * @return to be {@linkplain #tell told} after the commit
	 */
	public Change note(String kind, long userId, long targetId) {
		return new Change(this.store.insert(kind, userId, targetId, System.currentTimeMillis()), kind, userId,
				targetId);
	}

	/**
	 * Tells Redis of a change that is committed. Never fails: what cannot be told now is
	 * told later.
	 * @param change what was noted
	 * @return whether Redis has been told
	 */
	public boolean tell(Change change) {
		return !this.redis.isAway() && tryToTell(change);
	}

	@Scheduled(fixedDelay = 500)
	void tellWhatIsLeft() {
		long last = 0;
		long before = System.currentTimeMillis() - OWN_MILLIS;
		try {
			List<Change> some = this.store.notedBefore(before, last, BATCH);
			while (!some.isEmpty() && !this.redis.isAway()) {
				some.forEach(this::tell);
				last = some.get(some.size() - 1).id();
				some = this.store.notedBefore(before, last, BATCH);
			}
		}
		catch (DataAccessException ex) {
			log.debug("What Redis has to be told cannot be read", ex);
		}
	}

	private boolean tryToTell(Change change) {
		Teller teller = this.tellers.get(change.kind());
		if (teller == null) {
			log.debug("Another version of the application knows what to tell of a {}", change.kind());
			return false;
		}
		try {
			teller.tell(change.userId(), change.targetId());
			this.store.delete(change.id());
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RedisUnavailableException ex) {
			this.redis.failed();
			log.info("Redis will be told later of a {}: {}", change.kind(), ex.getMessage());
		}
		catch (RedisComponentsException ex) {
			log.info("Redis will be told later of a {}: {}", change.kind(), ex.getMessage());
		}
		catch (DataAccessException | TransactionException ex) {
			log.warn("Redis will be told later of a {}: {}", change.kind(), ex.getMessage());
		}
		return false;
	}

}
