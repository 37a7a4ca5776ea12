package io.github.rediscomponents.cache;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.support.RedisPort;

/**
 * Keeps lookups away from a Redis that does not answer. Opens at the first failure; while
 * it is open, at most once a second somebody's lookup sends an EXISTS in the background,
 * and the first answer closes it. So nobody waits for a time-out but the caller who found
 * out.
 */
final class Breaker {

	private static final Logger logger = LoggerFactory.getLogger(Breaker.class);

	private static final long PROBE_NANOS = TimeUnit.SECONDS.toNanos(1);

	private final RedisPort redis;

	private final AtomicBoolean probing = new AtomicBoolean();

	private final AtomicReference<State> state = new AtomicReference<>(State.UNTRIED);

	private volatile String failedKey = "";

	private volatile long probeAt;

	Breaker(RedisPort redis) {
		this.redis = redis;
	}

	/**
	 * Whether Redis should be left alone now.
	 */
	boolean isOpen() {
		if (this.state.get() != State.OPEN) {
			return false;
		}
		if (System.nanoTime() - this.probeAt >= 0 && this.probing.compareAndSet(false, true)) {
			probe();
		}
		return this.state.get() == State.OPEN;
	}

	/**
	 * Whether Redis was never reached, so that the next command has to connect first.
	 */
	boolean isUntried() {
		return this.state.get() == State.UNTRIED;
	}

	/**
	 * Redis did not answer.
	 * @param key which key was concerned; the probe asks for it, because in a Cluster
	 * other nodes may be well
	 */
	void failed(String key) {
		this.failedKey = key;
		this.probeAt = System.nanoTime() + PROBE_NANOS;
		if (this.state.getAndSet(State.OPEN) != State.OPEN) {
			logger.warn("Redis does not answer, caches load without it until it does");
		}
	}

	void succeeded() {
		if (this.state.get() != State.CLOSED && this.state.getAndSet(State.CLOSED) == State.OPEN) {
			logger.info("Redis answers again, caches use it");
		}
	}

	private void probe() {
		this.redis.callAsync((commands) -> commands.exists(this.failedKey)).whenComplete((found, failure) -> {
			if (failure == null) {
				succeeded();
			}
			else {
				this.probeAt = System.nanoTime() + PROBE_NANOS;
			}
			this.probing.set(false);
		});
	}

	private enum State {

		UNTRIED, CLOSED, OPEN

	}

}
