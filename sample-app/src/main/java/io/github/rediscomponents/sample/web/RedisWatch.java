// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.web;

import java.time.Duration;

import org.springframework.stereotype.Component;

/**
 * Remembers that Redis did not answer a moment ago, so that a request waits for it once
 * and not at every step. A client gives up after two seconds.
 */
@Component
public class RedisWatch {

	private static final long RECENT = Duration.ofSeconds(1).toNanos();

	private volatile boolean failing;

	private volatile long lastFailure;

	/** Records that Redis did not answer. */
	public void failed() {
		this.lastFailure = System.nanoTime();
		this.failing = true;
	}

	/** Records that Redis answered. */
	void answered() {
		this.failing = false;
	}

	/** Returns whether Redis should be skipped where possible. */
	public boolean isAway() {
		return this.failing && System.nanoTime() - this.lastFailure < RECENT;
	}

}
