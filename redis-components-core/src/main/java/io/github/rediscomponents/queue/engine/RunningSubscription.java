// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.rediscomponents.queue.QueueSubscription;
import io.github.rediscomponents.support.Checks;

/**
 * {@link QueueSubscription} of a {@link HandlerSink}.
 */
final class RunningSubscription implements QueueSubscription, QueueEngine.Stoppable {

	private static final Duration LONGEST = Duration.ofDays(1);

	private final QueueEngine engine;

	private final QueueConsumer consumer;

	private final HandlerSink<?> sink;

	private final AtomicBoolean stopping = new AtomicBoolean();

	/** Completes when nothing more is delivered. */
	private final CompletableFuture<Void> quiet = new CompletableFuture<>();

	/** Whether this was the last consumer of the queue in this process. */
	private volatile boolean last;

	RunningSubscription(QueueEngine engine, QueueConsumer consumer, HandlerSink<?> sink) {
		this.engine = engine;
		this.consumer = consumer;
		this.sink = sink;
		engine.register(this);
	}

	@Override
	public boolean stop(Duration patience) {
		Checks.between("patience", patience, Duration.ZERO, LONGEST);
		beginStop();
		return finishStop(System.nanoTime() + patience.toNanos());
	}

	@Override
	public void beginStop() {
		if (!this.stopping.compareAndSet(false, true)) {
			return;
		}
		this.sink.stop();
		CompletionStage<Void> over = this.engine.part(this.consumer, this.sink);
		if (over == null) {
			this.quiet.complete(null);
		}
		else {
			this.last = true;
			over.whenComplete((done, failure) -> this.quiet.complete(null));
		}
	}

	@Override
	public boolean finishStop(long until) {
		// The replies may be for this thread to read.
		long deadline = this.consumer.redis().mayWait() ? until : System.nanoTime();
		boolean clean = Stops.within(this.quiet, deadline);
		clean &= Stops.within(this.sink.finished(), deadline) && !this.sink.isHandler();
		if (this.last) {
			// In time or not: no more heartbeats.
			this.consumer.abandon();
			Stops.within(this.quiet.thenCompose((over) -> this.consumer.leave()), deadline);
		}
		this.engine.unregister(this);
		this.engine.closeIdleReaders();
		return clean;
	}

	@Override
	public boolean isRunning() {
		return !this.stopping.get();
	}

}
