// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.node;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.support.FailureLog;

/**
 * Leaves one node alone while it does not answer, so that callers lose no time.
 *
 * <p>
 * One late answer opens nothing. The first failure sends a probe, and only a node that
 * answers neither that nor anything else in the time of another command is left alone; so
 * is one that fails half of the commands of a second, in three tenths of it at least.
 * After a tenth of a second a probe is sent again, then less and less often, at least
 * once a second. The first answer closes the breaker.
 *
 * @since 1.0.0
 */
public final class Breaker {

	private static final Logger logger = LoggerFactory.getLogger(Breaker.class);

	private static final long HALF_OPEN_NANOS = AnswerRate.SLOT_NANOS;

	private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private static final long WARN_EVERY_NANOS = TimeUnit.MINUTES.toNanos(1);

	private final String node;

	private final Prober prober;

	private final AnswerRate rate = new AnswerRate();

	private final AtomicBoolean probing = new AtomicBoolean();

	private final AtomicBoolean open = new AtomicBoolean();

	private volatile boolean answered;

	private volatile boolean suspected;

	private volatile Failure last = new Failure("", Duration.ofSeconds(1));

	private volatile long probeAt;

	private volatile long pauseNanos = HALF_OPEN_NANOS;

	private volatile long warnedAt = System.nanoTime() - WARN_EVERY_NANOS;

	/**
	 * Creates a closed breaker.
	 * @param node what to call it in a log
	 * @param prober asks the node for something
	 */
	Breaker(String node, Prober prober) {
		this.node = node;
		this.prober = prober;
	}

	/**
	 * Returns whether the node should be left alone now.
	 */
	public boolean isOpen() {
		if (!this.open.get()) {
			return false;
		}
		if (System.nanoTime() - this.probeAt >= 0) {
			probe();
		}
		return this.open.get();
	}

	public void succeeded() {
		this.rate.answered(System.nanoTime());
		if (!this.answered) {
			this.answered = true;
		}
		if (this.suspected) {
			this.suspected = false;
		}
		if (this.open.get() && this.open.compareAndSet(true, false)) {
			this.rate.reset();
			this.pauseNanos = HALF_OPEN_NANOS;
			logger.info("Redis{} answers again; caches use it", this.node);
		}
	}

	/**
	 * The node did not answer.
	 * @param key which key was concerned; the probe asks for it
	 * @param timeout how long the answer was waited for; the probe waits as long
	 * @param failure what happened
	 */
	public void failed(String key, Duration timeout, RedisUnavailableException failure) {
		this.last = new Failure(key, timeout);
		if (this.open.get()) {
			return;
		}
		if (this.rate.failed(System.nanoTime()) || !this.answered) {
			open(failure);
		}
		else if (!this.suspected) {
			this.suspected = true;
			probe();
		}
	}

	private void open(Throwable failure) {
		this.probeAt = System.nanoTime() + this.pauseNanos;
		if (!this.open.compareAndSet(false, true)) {
			return;
		}
		long now = System.nanoTime();
		if (now - this.warnedAt >= WARN_EVERY_NANOS) {
			this.warnedAt = now;
			FailureLog.warnOnce(logger, failure, "Redis{} does not answer; caches load without it until it does",
					this.node);
		}
		else {
			FailureLog.debug(logger, failure, "Redis{} does not answer again", this.node);
		}
	}

	private void probe() {
		if (!this.probing.compareAndSet(false, true)) {
			return;
		}
		Failure asked = this.last;
		this.prober.probe(asked.key(), asked.timeout()).whenComplete((found, failure) -> {
			if (!(failure instanceof RedisUnavailableException)) {
				// A refusal is an answer.
				succeeded();
			}
			else if (this.open.get()) {
				this.pauseNanos = Math.min(2 * this.pauseNanos, MAX_PAUSE_NANOS);
				this.probeAt = System.nanoTime() + this.pauseNanos;
			}
			else if (this.suspected) {
				open(failure);
			}
			this.probing.set(false);
		});
	}

	/**
	 * Asks a node for something.
	 */
	interface Prober {

		CompletionStage<?> probe(String key, Duration timeout);

	}

	private record Failure(String key, Duration timeout) {
	}

}
