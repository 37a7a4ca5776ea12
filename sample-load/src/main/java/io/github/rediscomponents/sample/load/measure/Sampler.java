// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.measure;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Looks at something again and again while it is open, once when it is opened and once
 * more when it is closed.
 */
public final class Sampler implements AutoCloseable {

	private final ScheduledExecutorService thread = Executors
		.newSingleThreadScheduledExecutor((task) -> new Thread(task, "load-sampler"));

	private final ScheduledFuture<?> looking;

	private final Look look;

	/**
	 * Begins to look.
	 * @param every at which distance
	 * @param look looks once
	 */
	public Sampler(Duration every, Look look) {
		this.look = look;
		this.looking = this.thread.scheduleWithFixedDelay(this::once, 0, every.toMillis(), TimeUnit.MILLISECONDS);
	}

	private void once() {
		try {
			this.look.look();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Ends looking, after a last time.
	 * @throws RuntimeException the failure that ended the looking before
	 */
	@Override
	public void close() throws InterruptedException {
		this.looking.cancel(false);
		this.thread.shutdown();
		this.thread.awaitTermination(1, TimeUnit.MINUTES);
		if (!this.looking.isCancelled()) {
			rethrow();
		}
		this.look.look();
	}

	private void rethrow() throws InterruptedException {
		try {
			this.looking.get();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("What happened could not be watched", ex.getCause());
		}
	}

	/** Looks once. */
	@FunctionalInterface
	public interface Look {

		void look() throws InterruptedException;

	}

}
