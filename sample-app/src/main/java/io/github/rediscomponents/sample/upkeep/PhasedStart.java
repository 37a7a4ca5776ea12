// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

import org.springframework.context.SmartLifecycle;

/**
 * Work that is done once at the start, in a lifecycle phase.
 */
public abstract class PhasedStart implements SmartLifecycle {

	private final int phase;

	private volatile boolean running;

	protected PhasedStart(int phase) {
		this.phase = phase;
	}

	/** Does the work; the bean is running afterwards. */
	protected abstract void begin();

	@Override
	public void start() {
		begin();
		this.running = true;
	}

	@Override
	public void stop() {
		this.running = false;
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return this.phase;
	}

}
