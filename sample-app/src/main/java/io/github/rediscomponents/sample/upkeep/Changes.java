// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.sample.web.outage.DatabaseWatch;
import io.github.rediscomponents.sample.web.outage.RedisWatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Service;
import org.springframework.transaction.TransactionException;

/**
 * Copies every committed change to Redis, and no other.
 *
 * <p>
 * A change is recorded in its transaction and copied to Redis right after the commit. The
 * record is deleted after that. A change that was recorded and not copied, because the
 * instance stopped or Redis was unavailable, is copied a little later by any instance
 * that finds it. One whose copying fails for another reason is tried ever more rarely,
 * with a warning each time; it stays recorded and holds up no other one.
 */
@Service
public class Changes {

	private static final Logger log = LoggerFactory.getLogger(Changes.class);

	/** Time in which only the instance that made a change copies it. */
	private static final long OWN_MILLIS = 1000;

	private static final int BATCH = 100;

	private final UntoldStore store;

	private final Map<String, Teller> tellers;

	private final RedisWatch redis;

	private final DatabaseWatch database;

	private final Pauses pauses = new Pauses(System::nanoTime);

	Changes(UntoldStore store, List<Teller> tellers, RedisWatch redis, DatabaseWatch database) {
		this.store = store;
		this.database = database;
		this.redis = redis;
		this.tellers = tellers.stream().collect(Collectors.toMap(Teller::kind, Function.identity()));
	}

	/**
	 * Records a change. Must be called in its transaction.
	 * @param kind a {@link Teller#kind()}
	 * @param userId the id of the user
	 * @param targetId the changed part
	 * @return the change, to be {@linkplain #tell copied} after the commit
	 */
	public Change note(String kind, long userId, long targetId) {
		return new Change(this.store.insert(kind, userId, targetId, System.currentTimeMillis()), kind, userId,
				targetId);
	}

	/**
	 * Copies a committed change to Redis. No failure of the copying is thrown: a change
	 * that cannot be copied now stays recorded and is tried again.
	 * @param change the recorded change
	 * @return whether it was copied
	 */
	public boolean tell(Change change) {
		return !this.redis.isAway() && tryToTell(change);
	}

	/**
	 * Deletes the record of a change that the caller has copied itself.
	 * @param change the recorded change
	 */
	public void told(Change change) {
		this.store.delete(change.id());
	}

	@Scheduled(fixedDelay = 500)
	void tellWhatIsLeft() {
		long before = System.currentTimeMillis() - OWN_MILLIS;
		try {
			Set<Long> recorded = new HashSet<>();
			if (tellAll(before, recorded)) {
				this.pauses.keepOnly(recorded);
			}
		}
		catch (DataAccessException ex) {
			log.debug("Cannot read the recorded changes", ex);
		}
	}

	/** Returns whether all were seen. */
	private boolean tellAll(long before, Set<Long> recorded) {
		List<Change> some = this.store.notedBefore(before, 0, BATCH);
		this.database.answered();
		while (!some.isEmpty()) {
			for (Change change : some) {
				if (this.redis.isAway() || Thread.currentThread().isInterrupted()) {
					return false;
				}
				if (this.pauses.isOn(change.id()) || !tryToTell(change)) {
					recorded.add(change.id());
				}
			}
			some = this.store.notedBefore(before, some.get(some.size() - 1).id(), BATCH);
		}
		return true;
	}

	private boolean tryToTell(Change change) {
		Teller teller = this.tellers.get(change.kind());
		if (teller == null) {
			log.debug("Unknown kind of change '{}'; left to another version of the application", change.kind());
			return false;
		}
		try {
			teller.tell(change.userId(), change.targetId());
			this.store.delete(change.id());
			this.pauses.end(change.id());
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RedisUnavailableException ex) {
			this.redis.failed("Cannot copy changes to Redis; retrying", ex);
		}
		catch (RedisComponentsException ex) {
			log.info("Cannot copy a {} to Redis; retrying: {}", change.kind(), ex.getMessage());
		}
		catch (DataAccessException | TransactionException ex) {
			log.warn("Cannot copy a {} to Redis; retrying: {}", change.kind(), ex.getMessage());
		}
		catch (RuntimeException ex) {
			long pause = this.pauses.begin(change.id()).toSeconds();
			log.warn("Cannot copy {} {} of user {} to Redis; retrying in {} s", change.kind(), change.targetId(),
					change.userId(), pause, ex);
		}
		return false;
	}

}
