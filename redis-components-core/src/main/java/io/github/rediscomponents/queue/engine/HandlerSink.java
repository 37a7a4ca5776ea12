// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.codec.ValueCodec;
import io.github.rediscomponents.queue.DeadLetterException;
import io.github.rediscomponents.queue.MessageHandler;
import io.github.rediscomponents.queue.Settlement;
import io.github.rediscomponents.queue.StreamEntryFields;
import io.github.rediscomponents.queue.SubscribeOptions;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Thrown;

/**
 * Runs a handler on messages, some at a time. Anything that the handler throws ends in a
 * settlement, and never ends a worker.
 *
 * @param <T> the type of the messages
 */
final class HandlerSink<T> implements Sink {

	private static final Logger logger = LoggerFactory.getLogger(HandlerSink.class);

	private static final long RETRY_MILLIS = 100;

	/** Messages that wait longer are offered to other consumers. */
	private static final long LONGEST_WAIT_MILLIS = 1000;

	private final QueueConsumer consumer;

	private final Holdings holdings;

	private final Settling settling;

	private final Background background;

	private final ValueCodec<T> codec;

	private final MessageHandler<? super T> handler;

	private final int concurrency;

	private final Pace pace;

	private final Queue<Lease> ready = new ConcurrentLinkedQueue<>();

	/** Ready and being worked on. */
	private final AtomicInteger taken = new AtomicInteger();

	private final AtomicInteger running = new AtomicInteger();

	/** Number of unsettled messages, plus one for the sink until it is stopped. */
	private final AtomicInteger open = new AtomicInteger(1);

	private final CompletableFuture<Boolean> finished = new CompletableFuture<>();

	/** Completes when one message at most is not settled. */
	private final CompletableFuture<Boolean> almostFinished = new CompletableFuture<>();

	/** The threads that handle messages. */
	private final Set<Thread> threads = ConcurrentHashMap.newKeySet();

	private volatile boolean stopped;

	HandlerSink(QueueConsumer consumer, Background background, ValueCodec<T> codec, MessageHandler<? super T> handler,
			SubscribeOptions options) {
		this.consumer = consumer;
		this.holdings = consumer.holdings();
		this.settling = consumer.settling();
		this.background = background;
		this.codec = codec;
		this.handler = handler;
		this.concurrency = options.concurrency();
		this.pace = new Pace(options.concurrency(), options.prefetch());
	}

	@Override
	public int free() {
		return this.stopped ? 0 : Math.max(0, capacity() - this.taken.get());
	}

	@Override
	public int idle() {
		return this.stopped ? 0 : Math.max(0, this.concurrency - this.taken.get());
	}

	@Override
	public boolean wants() {
		return idle() > 0 || free() >= Math.max(1, capacity() / 2);
	}

	private int capacity() {
		return this.concurrency + this.pace.ahead();
	}

	@Override
	public boolean offer(Lease lease) {
		if (this.stopped) {
			return false;
		}
		this.taken.incrementAndGet();
		this.open.incrementAndGet();
		addReady(lease);
		return true;
	}

	private void work() {
		int now = this.running.get();
		while (now < this.concurrency && !this.ready.isEmpty()) {
			if (this.running.compareAndSet(now, now + 1)) {
				begin();
				return;
			}
			now = this.running.get();
		}
	}

	private void begin() {
		try {
			this.background.workers().execute(this::run);
		}
		catch (RejectedExecutionException | OutOfMemoryError ex) {
			this.running.decrementAndGet();
			this.holdings.warn(ex, "has no thread for a message; retrying");
			later();
		}
	}

	/** Nothing else may come that would have it looked at. */
	private void later() {
		try {
			this.background.timer().schedule(this::work, RETRY_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "Shut down before a message was worked on");
		}
	}

	private void run() {
		this.threads.add(Thread.currentThread());
		try {
			Lease next = this.ready.poll();
			while (next != null) {
				if (!this.ready.isEmpty()) {
					work();
				}
				workOn(next);
				next = this.ready.poll();
			}
		}
		finally {
			this.threads.remove(Thread.currentThread());
			this.running.decrementAndGet();
			work();
		}
	}

	private void workOn(Lease lease) {
		if (!lease.isLost() && !this.holdings.isHeld(lease)) {
			ask(lease);
			return;
		}
		try {
			if (lease.isLost()) {
				done();
			}
			else {
				settle(lease);
			}
		}
		catch (Throwable ex) {
			// Renewed no more, so that it is delivered again.
			this.holdings.forget(lease);
			done();
			this.holdings.warn(ex, "has a message that was not settled and is delivered again");
		}
		finally {
			leave();
		}
	}

	/**
	 * The visibility has passed, as after a long pause of this process: another may have
	 * it. It keeps its place until that is known.
	 */
	private void ask(Lease lease) {
		this.settling.confirm(List.of(lease)).thenAccept((kept) -> {
			if (kept.isEmpty()) {
				done();
				leave();
				return;
			}
			addReady(lease);
			this.consumer.level();
		});
	}

	private void addReady(Lease lease) {
		this.ready.add(lease);
		if (this.stopped) {
			// Stopped meanwhile: the thread that takes it out gives it back.
			giveBack();
		}
		else {
			work();
		}
	}

	private void leave() {
		this.taken.decrementAndGet();
		this.consumer.changed();
	}

	private void settle(Lease lease) {
		T value;
		try {
			byte[] payload = lease.field(StreamEntryFields.PAYLOAD);
			if (payload == null) {
				bury(lease, "It has no payload", null, "without a payload");
				return;
			}
			value = this.codec.decode(payload);
		}
		catch (RuntimeException | StackOverflowError | LinkageError ex) {
			unreadable(lease, "Cannot be read: " + Thrown.text(ex), ex);
			return;
		}
		catch (Throwable ex) {
			failed(lease, ex);
			return;
		}
		try {
			handle(lease, value);
			this.settling.insist(lease, () -> this.settling.ack(lease)).thenRun(this::done);
		}
		catch (DeadLetterException ex) {
			Throwable cause = Thrown.cause(ex);
			bury(lease, (cause != null) ? Thrown.text(cause) : Thrown.message(ex), ex,
					"because its handler rejected it");
		}
		catch (Throwable ex) {
			failed(lease, ex);
		}
		finally {
			// A handler's interrupt is not for the next message.
			Thread.interrupted();
		}
	}

	private void handle(Lease lease, T value) throws Exception {
		long began = System.nanoTime();
		boolean failed = true;
		try {
			this.handler.handle(new LeaseDelivery<>(this.settling, lease, value));
			failed = false;
		}
		finally {
			long took = System.nanoTime() - began;
			this.pace.ended(took);
			this.holdings.handled(took, failed);
		}
	}

	private void failed(Lease lease, Throwable failure) {
		FailureLog.debug(logger, failure, "Attempt {} at a message of {} failed", lease.deliveries(),
				this.consumer.stream());
		String error = Thrown.text(failure);
		this.settling.insist(lease, () -> this.settling.nack(lease, null, error)).thenAccept((settled) -> {
			if (settled == Settlement.DEAD) {
				this.holdings.warn(failure, "has a dead letter after the last attempt");
			}
			done();
		});
	}

	/**
	 * The exception may quote the message, which is no matter for a log: its class is.
	 */
	private void unreadable(Lease lease, String error, Throwable failure) {
		this.settling.insist(lease, () -> this.settling.unreadable(lease, error)).thenAccept((settled) -> {
			if (settled == Settlement.DEAD || settled == Settlement.RETRY) {
				this.holdings.warn(null,
						((settled == Settlement.DEAD) ? "has a dead letter that could not be read"
								: "has a message that cannot be read here and is left to others for a while")
								+ ", because of " + failure.getClass().getName());
			}
			done();
		});
	}

	private void bury(Lease lease, String error, @Nullable Throwable failure, String why) {
		this.settling.insist(lease, () -> this.settling.bury(lease, error)).thenAccept((settled) -> {
			if (settled == Settlement.DEAD) {
				this.holdings.warn(failure, "has a dead letter without further attempts, " + why);
			}
			done();
		});
	}

	private void done() {
		int left = this.open.decrementAndGet();
		if (left == 0) {
			this.finished.complete(true);
		}
		if (left <= 1 && this.stopped) {
			this.almostFinished.complete(true);
		}
	}

	@Override
	public boolean pass(Predicate<Lease> taker) {
		Lease next = (this.taken.get() > this.concurrency) ? this.ready.poll() : null;
		if (next == null) {
			return false;
		}
		if (taker.test(next)) {
			this.taken.decrementAndGet();
			done();
		}
		else {
			addReady(next);
		}
		return true;
	}

	@Override
	public void share() {
		Lease longest = this.ready.peek();
		if (longest != null && longest.heldMillis() > LONGEST_WAIT_MILLIS) {
			giveBack();
		}
	}

	/** Accepts no further messages, and returns those that no handler has started. */
	void stop() {
		this.stopped = true;
		giveBack();
		done();
	}

	@Override
	public void giveBack() {
		List<Lease> unbegun = new ArrayList<>();
		Lease next = this.ready.poll();
		while (next != null) {
			unbegun.add(next);
			next = this.ready.poll();
		}
		if (!unbegun.isEmpty()) {
			this.taken.addAndGet(-unbegun.size());
			this.settling.release(unbegun).whenComplete((released, failure) -> unbegun.forEach((lease) -> done()));
		}
	}

	/**
	 * Completes when everything is settled. For a handler that stops its own
	 * subscription, when everything else is.
	 */
	CompletableFuture<?> finished() {
		return isHandler() ? this.almostFinished : this.finished;
	}

	/** Whether the calling thread handles a message. */
	boolean isHandler() {
		return this.threads.contains(Thread.currentThread());
	}

}
