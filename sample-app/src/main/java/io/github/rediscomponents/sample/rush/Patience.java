// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.rush;

import java.time.Duration;
import java.util.function.BooleanSupplier;

import io.github.rediscomponents.RedisComponentsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

/**
 * Waits for what becomes true soon. Time in which Redis or the database is away does not
 * count, up to a cap.
 *
 * @param limit time to wait while both answer
 * @param most time to wait in all
 */
record Patience(Duration limit, Duration most) {

	/** Nothing tells of the end of an outage or of another process, so it is asked. */
	private static final long STEP_MILLIS = 100;

	private static final Logger log = LoggerFactory.getLogger(Patience.class);

	/**
	 * Waits until a condition holds.
	 * @param condition the condition; what it throws because Redis or the database is
	 * away means that it does not hold yet
	 * @return whether it holds
	 * @throws InterruptedException if the thread was interrupted meanwhile
	 */
	boolean until(BooleanSupplier condition) throws InterruptedException {
		long began = System.nanoTime();
		long counted = 0;
		while (true) {
			long begin = System.nanoTime();
			boolean answered = true;
			try {
				if (condition.getAsBoolean()) {
					return true;
				}
			}
			catch (DataAccessException | TransactionException | RedisComponentsException ex) {
				answered = false;
				log.debug("Asking again", ex);
			}
			Thread.sleep(STEP_MILLIS);
			long now = System.nanoTime();
			counted += answered ? now - begin : 0;
			if (counted > this.limit.toNanos() || now - began > this.most.toNanos()) {
				return false;
			}
		}
	}

	/**
	 * Does a thing, and again while Redis or the database is away.
	 * @param action does it
	 * @return whether it was done
	 * @throws InterruptedException if the thread was interrupted meanwhile
	 */
	boolean toDo(Runnable action) throws InterruptedException {
		return until(() -> {
			action.run();
			return true;
		});
	}

}
