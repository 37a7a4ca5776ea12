// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.support.Checks;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.Listeners;
import io.github.rediscomponents.support.Troubles;
import io.github.rediscomponents.support.Utf8;
import io.github.rediscomponents.support.port.CommandPort;
import io.github.rediscomponents.support.port.ServerClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends what this process counted, once in an interval: one script for each name, all of
 * them together.
 */
final class ViewSender {

	private static final Logger logger = LoggerFactory.getLogger(ViewSender.class);

	/** First element of a reply: the minute has not begun. */
	private static final long NOT_BEGUN = -1;

	private static final int ATTEMPTS = 3;

	private final Map<String, NamedViews> names = new ConcurrentHashMap<>();

	private final AtomicInteger pages = new AtomicInteger();

	private final AtomicInteger batchedPages = new AtomicInteger();

	private final Lock sending = new ReentrantLock();

	private final AtomicBoolean started = new AtomicBoolean();

	private final FailureLog failures = new FailureLog(logger);

	private final ViewStore store;

	private final Troubles troubles;

	private final LiveSettings<ViewCounterSettings> settings;

	private final Background background;

	private final ServerClock clock;

	private final ViewCounterObserver observer;

	private volatile boolean closed;

	ViewSender(CommandPort redis, ViewStore store, LiveSettings<ViewCounterSettings> settings, Background background,
			ViewCounterObserver observer) {
		this.store = store;
		this.troubles = redis.troubles();
		this.settings = settings;
		this.background = background;
		this.clock = new ServerClock(redis);
		this.observer = Listeners.quiet(ViewCounterObserver.class, ViewCounterObserver.NONE, observer);
	}

	/**
	 * Returns what this process counted of a name.
	 * @throws IllegalStateException if the counter is closed or there are too many names
	 */
	NamedViews named(String name) {
		checkOpen();
		NamedViews known = this.names.get(name);
		return (known != null) ? known : create(name);
	}

	private NamedViews create(String name) {
		RedisDayBitmap.name("name", name);
		if (this.names.size() >= ViewCounter.MAX_NAMES) {
			throw new IllegalStateException("More than " + ViewCounter.MAX_NAMES
					+ " names of views; a name is a group of pages, what varies is the page");
		}
		NamedViews created = this.names.computeIfAbsent(name, (added) -> new NamedViews(added,
				new PageCells(this.pages, () -> this.settings.get().maxPendingPages()), this.batchedPages));
		if (this.started.compareAndSet(false, true)) {
			schedule();
		}
		return created;
	}

	private void checkOpen() {
		if (this.closed) {
			throw new IllegalStateException("The view counter is closed");
		}
	}

	private void schedule() {
		try {
			this.background.timer()
				.schedule(() -> this.background.workers().execute(this::round),
						this.settings.get().flushInterval().toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("The threads of the components have ended", ex);
		}
	}

	private void round() {
		try {
			if (this.sending.tryLock()) {
				try {
					sendOnce();
				}
				finally {
					this.sending.unlock();
				}
			}
		}
		catch (Throwable ex) {
			this.failures.warn(ex, "Cannot send views; retrying");
		}
		finally {
			if (!this.closed) {
				schedule();
			}
		}
	}

	/** Sends the first batch of each name; waits for all replies. */
	private void sendOnce() {
		ViewCounterSettings present = this.settings.get();
		List<Sent> sent = new ArrayList<>();
		for (NamedViews views : this.names.values()) {
			views.seal(this.clock.millis(), present.maxPendingPages());
			ViewBatch batch = views.first();
			if (batch != null) {
				sent.add(new Sent(views, batch, this.store.addAsync(views.name(), batch, present)));
			}
		}
		for (Sent each : sent) {
			try {
				replied(each.views, each.batch, each.reply.toCompletableFuture().join());
			}
			catch (CompletionException ex) {
				warn(each.views, (ex.getCause() != null) ? ex.getCause() : ex);
			}
		}
		if (!sent.isEmpty()) {
			this.observer.pending(pending());
		}
	}

	private void warn(NamedViews views, Throwable failure) {
		this.troubles.began(views, Troubles.Kind.VIEWS_NOT_SENT, "view-counter", views.name(), failure);
		this.failures.warn(failure, "Cannot count views of '{}' in Redis; retrying", views.name());
	}

	/** Returns whether the first batch is counted. */
	private boolean replied(NamedViews views, ViewBatch batch, List<Object> reply) {
		this.troubles.ended(views, Troubles.Kind.VIEWS_NOT_SENT);
		if (Utf8.number(reply.get(0)) == NOT_BEGUN) {
			views.moveFirst(Utf8.number(reply.get(1)));
			return false;
		}
		views.remove();
		counted(views.name(), batch, reply);
		return true;
	}

	private void counted(String name, ViewBatch batch, List<Object> reply) {
		this.observer.counted(name, batch.views());
		long unlisted = batch.unlisted() + Utf8.number(reply.get(2));
		if (unlisted > 0) {
			this.observer.unlisted(name, unlisted);
		}
	}

	/** Counts views in Redis before it returns. */
	void send(String name, String page, long views) {
		checkOpen();
		ViewBatch batch = ViewBatch.of(this.clock.millis(), page, views);
		for (int i = 0; i < ATTEMPTS; i++) {
			List<Object> reply = this.store.addAlone(name, batch, this.settings.get());
			if (Utf8.number(reply.get(0)) != NOT_BEGUN) {
				counted(name, batch, reply);
				return;
			}
			batch = batch.movedTo(Utf8.number(reply.get(1)));
		}
		throw new IllegalStateException("The server's clock went back " + ATTEMPTS + " times in a row");
	}

	/** Sends all that was counted before the call. */
	void flush() {
		this.sending.lock();
		try {
			RedisComponentsException failure = null;
			for (NamedViews views : this.names.values()) {
				views.makeAll(this.clock.millis());
				try {
					sendAll(views);
				}
				catch (RedisComponentsException ex) {
					failure = (failure != null) ? failure : ex;
				}
			}
			this.observer.pending(pending());
			if (failure != null) {
				throw failure;
			}
		}
		finally {
			this.sending.unlock();
		}
	}

	private void sendAll(NamedViews views) {
		int attempts = ATTEMPTS;
		ViewBatch batch = views.first();
		while (batch != null && attempts > 0) {
			List<Object> reply = this.store.add(views.name(), batch, this.settings.get());
			attempts = replied(views, batch, reply) ? ATTEMPTS : attempts - 1;
			batch = views.first();
		}
	}

	long pending() {
		return this.names.values().stream().mapToLong(NamedViews::waiting).sum();
	}

	void close() {
		if (this.closed) {
			return;
		}
		this.closed = true;
		RedisComponentsException failure = null;
		try {
			flush();
		}
		catch (RedisComponentsException ex) {
			failure = ex;
		}
		for (NamedViews views : this.names.values()) {
			this.troubles.ended(views, Troubles.Kind.VIEWS_NOT_SENT);
			long lost = views.waiting();
			if (lost > 0) {
				logger.warn("{} views of '{}' were not counted in Redis and are lost", lost, views.name(),
						(failure != null) ? FailureLog.describable(failure) : null);
				this.observer.lost(views.name(), lost);
			}
		}
	}

	/**
	 * A batch on its way.
	 *
	 * @param views the name
	 * @param batch its first batch
	 * @param reply of the script
	 */
	private record Sent(NamedViews views, ViewBatch batch, CompletionStage<List<Object>> reply) {

	}

}
