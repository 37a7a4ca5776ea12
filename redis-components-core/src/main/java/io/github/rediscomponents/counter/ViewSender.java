// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.counter;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
import io.github.rediscomponents.support.BatchFailure;
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
 * them together, and further ones for names with more pages than one script adds.
 */
final class ViewSender {

	private static final Logger logger = LoggerFactory.getLogger(ViewSender.class);

	/** First element of a reply: the minute has not begun, or its day is not kept. */
	private static final long OTHER_TIME = -1;

	private static final int ATTEMPTS = 3;

	/** How many batches of a name are sent in an interval. */
	private static final int BATCHES = 4;

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

	private final AtomicBoolean closed = new AtomicBoolean();

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
		NamedViews views = (known != null) ? known : create(name);
		if (!this.started.get() && this.started.compareAndSet(false, true)) {
			schedule();
		}
		return views;
	}

	private NamedViews create(String name) {
		RedisDayBitmap.name("name", name);
		if (this.names.size() >= ViewCounter.MAX_NAMES) {
			throw new IllegalStateException("More than " + ViewCounter.MAX_NAMES
					+ " names of views; a name is a group of pages, what varies is the page");
		}
		return this.names.computeIfAbsent(name, (added) -> new NamedViews(added,
				new PageCells(this.pages, () -> this.settings.get().maxPendingPages()), this.batchedPages));
	}

	private void checkOpen() {
		if (this.closed.get()) {
			throw new IllegalStateException("The view counter is closed");
		}
	}

	private void schedule() {
		try {
			this.background.timer()
				.schedule(this::begin, this.settings.get().flushInterval().toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "The threads of the components have ended");
		}
		catch (OutOfMemoryError ex) {
			// The next view begins it again.
			this.started.set(false);
			this.failures.warn(ex, "There is no memory to send views");
		}
	}

	private void begin() {
		try {
			this.background.workers().execute(this::round);
		}
		catch (RejectedExecutionException ex) {
			FailureLog.debug(logger, ex, "The threads of the components have ended");
		}
		catch (OutOfMemoryError ex) {
			this.failures.warn(ex, "There is no thread that sends views; retrying");
			schedule();
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
			if (!this.closed.get()) {
				schedule();
			}
		}
	}

	private void sendOnce() {
		int maxPages = this.settings.get().maxPendingPages();
		Collection<NamedViews> open = this.names.values();
		int sent = 0;
		for (int i = 0; i < BATCHES && !open.isEmpty(); i++) {
			open.forEach((views) -> views.seal(this.clock.millis(), maxPages));
			Round round = sendFirst(open);
			round.failures.forEach(this::warn);
			sent += round.sent;
			open = round.full;
		}
		if (sent > 0) {
			this.observer.pending(pending());
		}
	}

	/**
	 * Sends the first batch of each name, all of them together, and waits for the
	 * replies.
	 */
	private Round sendFirst(Collection<NamedViews> names) {
		ViewCounterSettings present = this.settings.get();
		List<Sent> sent = new ArrayList<>();
		for (NamedViews views : names) {
			ViewBatch batch = views.first();
			if (batch != null) {
				sent.add(new Sent(views, batch, this.store.addAsync(views.name(), batch, present)));
			}
		}
		Map<NamedViews, RuntimeException> failures = new LinkedHashMap<>();
		int counted = 0;
		long views = 0;
		List<NamedViews> full = new ArrayList<>();
		for (Sent each : sent) {
			try {
				if (replied(each.views, each.batch, each.reply.toCompletableFuture().join())) {
					counted++;
					views += each.batch.views();
					if (each.batch.pages() >= ViewCounter.MAX_BATCH) {
						full.add(each.views);
					}
				}
			}
			catch (RuntimeException ex) {
				failures.put(each.views, unwrapped(ex));
			}
		}
		return new Round(sent.size(), counted, views, full, failures);
	}

	private void warn(NamedViews views, Throwable failure) {
		this.troubles.began(views, Troubles.Kind.VIEWS_NOT_SENT, "view-counter", views.name(), failure);
		this.failures.warn(failure, "Cannot count views of '{}' in Redis; retrying", views.name());
	}

	private static RuntimeException unwrapped(RuntimeException failure) {
		return (failure instanceof CompletionException && failure.getCause() instanceof RuntimeException cause) ? cause
				: failure;
	}

	/** Returns whether the first batch is counted. */
	private boolean replied(NamedViews views, ViewBatch batch, List<Object> reply) {
		this.troubles.ended(views, Troubles.Kind.VIEWS_NOT_SENT);
		if (Utf8.number(reply.get(0)) == OTHER_TIME) {
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
			if (Utf8.number(reply.get(0)) != OTHER_TIME) {
				counted(name, batch, reply);
				return;
			}
			batch = batch.movedTo(Utf8.number(reply.get(1)));
		}
		throw new IllegalStateException("The server's clock went back " + ATTEMPTS + " times in a row");
	}

	/**
	 * Sends all that was counted before the call. However many names there are, a server
	 * that does not answer is waited for once.
	 */
	void flush() {
		this.store.checkMayWait();
		sendAll();
	}

	private void sendAll() {
		this.sending.lock();
		try {
			BatchFailure failure = new BatchFailure();
			Set<NamedViews> open = new LinkedHashSet<>(this.names.values());
			Set<NamedViews> made = new HashSet<>();
			int attempts = ATTEMPTS;
			while (!open.isEmpty() && attempts > 0) {
				open.removeIf((views) -> !isToSend(views, made));
				Round round = sendFirst(open);
				open.removeAll(round.failures.keySet());
				attempts = (round.counted > 0) ? ATTEMPTS : attempts - 1;
				failure.done(round.views);
				round.failures.forEach((views, why) -> failure.failed(views.waiting(), why));
			}
			this.observer.pending(pending());
			failure.throwIfAny();
		}
		finally {
			this.sending.unlock();
		}
	}

	/**
	 * Makes the batches of a name when earlier ones are sent, so that a flush that fails
	 * again and again does not make more and more of them.
	 */
	private boolean isToSend(NamedViews views, Set<NamedViews> made) {
		if (views.first() == null && made.add(views)) {
			views.makeAll(this.clock.millis());
		}
		return views.first() != null;
	}

	long pending() {
		return this.names.values().stream().mapToLong(NamedViews::waiting).sum();
	}

	void close() {
		if (!this.closed.compareAndSet(false, true)) {
			return;
		}
		Throwable failure = null;
		try {
			sendAll();
		}
		catch (RuntimeException | Error ex) {
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
	 * One batch of each of several names.
	 *
	 * @param sent how many were sent
	 * @param counted how many of them are counted
	 * @param views how many views these have
	 * @param full the names whose counted batch had as many pages as one can have
	 * @param failures of names whose batch may or may not be counted
	 */
	private record Round(int sent, int counted, long views, List<NamedViews> full,
			Map<NamedViews, RuntimeException> failures) {

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
