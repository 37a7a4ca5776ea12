// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.time.Duration;

import org.springframework.stereotype.Component;

/**
 * Remembers that Redis did not answer a moment ago, so that one request waits for it once
 * and not at every step: a client gives up after two seconds.
 */
@Component
public class RedisWatch {

	private static final long RECENT = Duration.ofSeconds(1).toNanos();

	private volatile boolean failing;

	private volatile long lastFailure;

	/** Redis did not answer. */
	public void failed() {
		this.lastFailure = System.nanoTime();
		this.failing = true;
	}

	/** Redis did answer. */
	void answered() {
		this.failing = false;
	}

	/** Whether what can be done without Redis should be done without asking it. */
	public boolean isAway() {
		return this.failing && System.nanoTime() - this.lastFailure < RECENT;
	}

}
