// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.topic;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.codec.CodecCalls;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.port.CommandPort.ChannelListener;
import io.github.rediscomponents.support.port.CommandPort.Subscription;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.topic.TopicHandler.Missed;

/**
 * Buffers messages of the connection and hands them to a handler, by at most one worker
 * at a time, which runs only while there is something to do.
 */
final class TopicSubscriber<T> implements TopicSubscription, ChannelListener {

	private static final Logger logger = LoggerFactory.getLogger(TopicSubscriber.class);

	private final TopicHandler<? super T> handler;

	private final ValueCodec<T> codec;

	private final Executor workers;

	private final Consumer<TopicSubscriber<?>> onClose;

	private final FailureLog failures = new FailureLog(logger);

	private final ObservedTopic observer;

	private final LinkedBlockingQueue<byte[]> buffer;

	private final CountDownLatch active = new CountDownLatch(1);

	private final AtomicBoolean working = new AtomicBoolean();

	private final AtomicBoolean reconnected = new AtomicBoolean();

	private final AtomicLong overflowed = new AtomicLong();

	private final AtomicLong handled = new AtomicLong();

	private final AtomicLong failed = new AtomicLong();

	private final AtomicLong undecodable = new AtomicLong();

	/** The overflow that was reported to the handler; only the worker touches it. */
	private volatile long reported;

	private volatile boolean closed;

	private volatile @Nullable CommandPort redis;

	private volatile @Nullable Subscription subscription;

	TopicSubscriber(TopicHandler<? super T> handler, ValueCodec<T> codec, Executor workers, int capacity,
			Consumer<TopicSubscriber<?>> onClose, ObservedTopic observer) {
		this.handler = handler;
		this.codec = codec;
		this.workers = workers;
		this.buffer = new LinkedBlockingQueue<>(capacity);
		this.onClose = onClose;
		this.observer = observer;
	}

	void begin(CommandPort redis, String channel) {
		Troubles seen = redis.troubles();
		this.redis = redis;
		unheard(seen, "the subscription is not confirmed yet");
		Subscription begun;
		try {
			begun = redis.subscribe(channel, this);
		}
		catch (RuntimeException | Error ex) {
			heard();
			throw ex;
		}
		this.subscription = begun;
		if (this.closed) {
			begun.close();
			heard();
		}
	}

	private void unheard(Troubles in, String reason) {
		in.began(this, Troubles.Kind.TOPIC_NOT_HEARD, "topic", this.observer.topic(), reason);
		if (this.closed) {
			heard();
		}
	}

	private void heard() {
		CommandPort known = this.redis;
		if (known != null) {
			known.troubles().ended(this, Troubles.Kind.TOPIC_NOT_HEARD);
		}
	}

	@Override
	public void lost() {
		CommandPort known = this.redis;
		if (known != null && !this.closed) {
			unheard(known.troubles(), "the connection of the subscription is lost");
		}
	}

	@Override
	public void subscribed() {
		heard();
		if (this.active.getCount() > 0) {
			this.active.countDown();
			return;
		}
		this.reconnected.set(true);
		this.observer.reconnected();
		work();
	}

	@Override
	public void message(byte[] message) {
		if (!this.closed) {
			this.observer.received();
			if (!this.buffer.offer(message)) {
				this.overflowed.incrementAndGet();
				this.observer.dropped();
			}
			work();
		}
	}

	private void work() {
		if (this.working.compareAndSet(false, true)) {
			try {
				this.workers.execute(this::drain);
			}
			catch (RejectedExecutionException ex) {
				FailureLog.debug(logger, ex, "Shut down while a message came");
				this.closed = true;
			}
			catch (OutOfMemoryError ex) {
				// There is no thread now; the next message tries again.
				this.working.set(false);
				this.failures.warn(ex, "Topic '{}' has no thread for a message", this.observer.topic());
			}
		}
	}

	private void drain() {
		try {
			while (!this.closed) {
				reportMissed();
				byte[] message = this.buffer.poll();
				if (message == null) {
					break;
				}
				hand(message);
			}
		}
		finally {
			this.working.set(false);
			// Messages that arrived after the last check, before the flag was cleared.
			if (!this.closed
					&& (!this.buffer.isEmpty() || this.reconnected.get() || this.overflowed.get() > this.reported)) {
				work();
			}
		}
	}

	private void reportMissed() {
		if (this.reconnected.getAndSet(false)) {
			guarded(() -> this.handler.missed(new Missed(Missed.Reason.RECONNECTED, 0)));
		}
		long known = this.overflowed.get();
		long unreported = known - this.reported;
		if (unreported > 0) {
			this.reported = known;
			guarded(() -> this.handler.missed(new Missed(Missed.Reason.OVERFLOW, unreported)));
		}
	}

	private void hand(byte[] message) {
		T decoded;
		try {
			decoded = CodecCalls.decode(this.codec, message);
		}
		catch (CodecException ex) {
			this.undecodable.incrementAndGet();
			this.observer.undecodable();
			// Other subscriptions have the same array.
			guarded(() -> this.handler.undecodable(message.clone(), ex));
			return;
		}
		this.handled.incrementAndGet();
		long start = System.nanoTime();
		boolean returned = guarded(() -> this.handler.message(decoded));
		this.observer.handled(System.nanoTime() - start, !returned);
	}

	/** Returns whether the call returned; one that was not made did. */
	private boolean guarded(Runnable call) {
		if (this.closed) {
			return true;
		}
		try {
			call.run();
			return true;
		}
		catch (Throwable ex) {
			// An Error or a sneaked exception concerns one message, too.
			this.failed.incrementAndGet();
			this.failures.warn(ex, "A handler of topic '{}' failed", this.observer.topic());
			return false;
		}
		finally {
			// A handler's interrupt is not for the next message.
			Thread.interrupted();
		}
	}

	@Override
	public boolean awaitActive(Duration timeout) throws InterruptedException {
		CommandPort known = this.redis;
		if (known != null && this.active.getCount() > 0) {
			known.checkMayWait();
		}
		// At most 292 years.
		return this.active.await(TimeUnit.NANOSECONDS.convert(timeout), TimeUnit.NANOSECONDS);
	}

	@Override
	public long handled() {
		return this.handled.get();
	}

	@Override
	public long failed() {
		return this.failed.get();
	}

	@Override
	public long overflowed() {
		return this.overflowed.get();
	}

	@Override
	public long undecodable() {
		return this.undecodable.get();
	}

	@Override
	public void close() {
		this.closed = true;
		heard();
		Subscription begun = this.subscription;
		if (begun != null) {
			begun.close();
		}
		this.onClose.accept(this);
		this.buffer.clear();
	}

}
