// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.delay;

import java.util.concurrent.atomic.AtomicBoolean;

import io.github.rediscomponents.queue.engine.QueueEngine;

/**
 * A consumer of a delay queue in this process, for which the process promotes.
 */
final class Promotion implements QueueEngine.Stoppable {

	private final Promoters promoters;

	private final String queue;

	private final Promoter promoter;

	private final AtomicBoolean ended = new AtomicBoolean();

	Promotion(Promoters promoters, String queue, Promoter promoter) {
		this.promoters = promoters;
		this.queue = queue;
		this.promoter = promoter;
	}

	String queue() {
		return this.queue;
	}

	Promoter promoter() {
		return this.promoter;
	}

	@Override
	public void beginStop() {
		if (this.ended.compareAndSet(false, true)) {
			this.promoters.part(this);
		}
	}

	@Override
	public boolean finishStop(long deadline) {
		beginStop();
		return true;
	}

}
