package io.github.rediscomponents.queue;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * That somebody consumes a delay queue, so that this process promotes for it.
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
