// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support.topology;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.server.RedisConnector;

/**
 * The configured addresses, for when no known node answers: their names may lead to other
 * nodes now. Lettuce reads the topology there, at most once in ten seconds, and one that
 * hangs may delay that for a minute.
 */
final class SeedNodes {

	private static final Logger logger = LoggerFactory.getLogger(SeedNodes.class);

	private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

	/** Rounds without an answer after which the addresses are used. */
	private static final int ROUNDS = 3;

	private final Background background;

	private final RedisConnector connector;

	private final AtomicBoolean reading = new AtomicBoolean();

	private int unanswered;

	private volatile long readAt = System.nanoTime() - PAUSE_NANOS;

	SeedNodes(Background background, RedisConnector connector) {
		this.background = background;
		this.connector = connector;
	}

	/**
	 * Counts a round. Called by one thread at a time.
	 */
	void round(boolean answered) {
		this.unanswered = answered ? 0 : this.unanswered + 1;
		if (this.unanswered >= ROUNDS && System.nanoTime() - this.readAt >= PAUSE_NANOS
				&& this.reading.compareAndSet(false, true)) {
			try {
				this.background.workers().execute(this::read);
			}
			catch (RejectedExecutionException | OutOfMemoryError ex) {
				this.reading.set(false);
			}
		}
	}

	private void read() {
		try {
			this.connector.refreshTopology();
		}
		catch (RuntimeException ex) {
			FailureLog.debug(logger, ex, "The configured addresses of the cluster lead to no node");
		}
		finally {
			this.readAt = System.nanoTime();
			this.reading.set(false);
		}
	}

}
