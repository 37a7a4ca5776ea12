// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.report;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.context.SmartLifecycle;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.LiveSettings;
import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.autoconfigure.console.ConsoleSettings;
import io.github.rediscomponents.autoconfigure.observability.RoomViews;
import io.github.rediscomponents.codec.CodecException;
import io.github.rediscomponents.console.report.ReportStore.Reply;
import io.github.rediscomponents.console.report.ReportStore.Reported;
import io.github.rediscomponents.support.FailureLog;
import io.github.rediscomponents.support.port.CommandPort;

/**
 * Reports this process to the console of all processes: one script each five seconds, and
 * one at each interval while the console is looked at anywhere. One of the processes, the
 * collector, merges the reports; the others read what it merged while they have viewers.
 *
 * @since 1.0.0
 */
public final class ConsoleReporter implements SmartLifecycle {

	private static final Logger logger = LoggerFactory.getLogger(ConsoleReporter.class);

	private static final Duration IDLE = Duration.ofSeconds(5);

	/** Stops before the connections are closed. */
	private static final int PHASE = 1025;

	private final FailureLog failures = new FailureLog(logger);

	private final ReportStore store;

	private final Background background;

	private final OwnReport own;

	private final Merging merging;

	private final LiveSettings<ConsoleSettings> settings;

	private final Viewers viewers = new Viewers(System::nanoTime);

	private final Snapshots snapshots;

	private final Lock reporting = new ReentrantLock();

	private final MergeWatch merges = new MergeWatch(System::nanoTime);

	/** Whether this process could not merge, so that another one is to collect. */
	private volatile boolean yields;

	/** What this process merged and has not published. */
	private volatile byte @Nullable [] unpublished;

	/**
	 * Whether what this process merges is read by others. Redis knows only where the
	 * console was looked at last, which is here after each report of this process.
	 */
	private final Watch readers = new Watch(System::nanoTime);

	private final Watch watch = new Watch(System::nanoTime);

	/** The last reply, for the thread that reports. */
	private long replies;

	private volatile boolean reported;

	private volatile int processes = 1;

	private volatile boolean running;

	private volatile @Nullable ScheduledFuture<?> next;

	/**
	 * Creates the reporter.
	 * @param redis the connection
	 * @param keys names the keys
	 * @param background runs the reports
	 * @param views the components
	 * @param settings the settings
	 * @param process this process
	 * @param refusals returns the refused changes of properties of this process
	 */
	public ConsoleReporter(CommandPort redis, KeySpace keys, Background background, RoomViews views,
			LiveSettings<ConsoleSettings> settings, ProcessInfo process, Supplier<List<Map<String, Object>>> refusals) {
		this.store = new ReportStore(redis, keys, process.id());
		this.background = background;
		this.own = new OwnReport(process, views, refusals, this.store::sent);
		this.merging = new Merging(views);
		this.settings = settings;
		this.snapshots = new Snapshots(process.id());
	}

	/**
	 * Returns what the console shows, and has the processes report for the next seconds.
	 * Does not ask Redis. The first call after a pause waits up to a second for a
	 * snapshot.
	 * @param viewer identifies the viewer
	 * @return the last snapshot
	 */
	public Snapshot look(String viewer) {
		boolean idle = !this.viewers.present();
		this.viewers.asked(viewer);
		if (idle && this.running) {
			startReport();
		}
		Duration interval = this.settings.get().interval();
		return this.snapshots.fresh(ReportStore.kept(interval), interval, () -> {
			Map<String, Object> alone = this.own.describe(this.viewers.count());
			return Map.of("processes", List.of(alone), "rooms", Map.of(), "refusals", List.of());
		});
	}

	/**
	 * Returns this process.
	 * @return its identity
	 */
	public ProcessInfo process() {
		return this.own.process();
	}

	private void report() {
		if (!this.reporting.tryLock()) {
			return;
		}
		try {
			cancelNext();
			if (this.running) {
				reportOnce();
			}
		}
		catch (Throwable ex) {
			this.failures.warn(ex, "Cannot report to the console; retrying");
		}
		finally {
			try {
				scheduleNext();
			}
			finally {
				this.reporting.unlock();
			}
		}
	}

	private void reportOnce() {
		boolean looked = this.viewers.present();
		Duration interval = this.settings.get().interval();
		byte[] report = this.own.pack(looked || this.watch.present(), this.viewers.count(), this.processes);
		byte[] merged = this.unpublished;
		this.unpublished = null;
		// Whoever hangs is no collector: another process may reach what this one cannot.
		boolean collects = !this.yields && !this.merges.hangs(ReportStore.collects(interval));
		this.yields = false;
		try {
			Reply reply = this.store.report(report, looked, interval, collects, merged);
			this.replies++;
			this.reported = true;
			this.snapshots.reached(reply.now());
			replied(reply, looked, interval);
		}
		catch (RedisComponentsException ex) {
			this.failures.warn(ex, "Cannot report to the console; retrying");
			this.snapshots.failed(ex);
			if (looked && !(ex instanceof RedisUnavailableException)) {
				// The script is refused; what this process may ask is shown all the same.
				long now = System.currentTimeMillis();
				merge(List.of(new Reported(this.own.process().id(), now, report)), now, false, ++this.replies);
			}
		}
	}

	private void replied(Reply reply, boolean looked, Duration interval) {
		this.watch.seen(reply.watched() ? ReportStore.kept(interval) : Duration.ZERO);
		this.processes = Math.max(1, reply.processes());
		if (reply.collects()) {
			startMerge(reply);
		}
		else if (looked && reply.merged() != null) {
			try {
				this.snapshots.merged(Packed.unpack(reply.merged()), this.replies);
			}
			catch (CodecException ex) {
				this.failures.warn(ex, "Cannot read what another process merged for the console");
			}
		}
	}

	private void startMerge(Reply reply) {
		if (!this.merges.begin()) {
			return;
		}
		long which = this.replies;
		try {
			this.background.workers().execute(() -> {
				try {
					merge(reply.reports(), reply.now(), reply.others(), which);
				}
				finally {
					this.merges.end();
				}
			});
		}
		catch (Throwable ex) {
			this.merges.end();
			this.yields = true;
			notStarted(ex);
		}
	}

	private void merge(List<Reported> reports, long now, boolean others, long reply) {
		try {
			Map<String, Object> merged = new LinkedHashMap<>();
			merged.put("time", now);
			merged.put("collector", this.own.process().id());
			merged.putAll(this.merging.merge(reports, this.merges::goesOn));
			if (!this.snapshots.merged(merged, reply)) {
				return;
			}
			boolean first = others && !this.readers.present();
			if (others) {
				this.readers.seen(ReportStore.kept(this.settings.get().interval()));
			}
			this.unpublished = this.readers.present() ? Packed.pack(merged, OwnReport.MOST_BYTES_OF_ALL) : null;
			if (first && this.running) {
				// Somebody waits for it.
				startReport();
			}
		}
		catch (Throwable ex) {
			this.yields = true;
			this.failures.warn(ex, "Cannot merge the reports of the console; retrying");
		}
	}

	/** Called by the timer, too: what throws here would end the reports. */
	private void startReport() {
		try {
			this.background.workers().execute(this::report);
		}
		catch (Throwable ex) {
			notStarted(ex);
			scheduleNext();
		}
	}

	private void notStarted(Throwable failure) {
		if (failure instanceof RejectedExecutionException) {
			logger.debug("The threads of the components have ended", failure);
		}
		else {
			this.failures.warn(failure, "Cannot start a report to the console; retrying");
		}
	}

	private void scheduleNext() {
		if (!this.running) {
			return;
		}
		boolean looked = this.watch.present() || this.viewers.present();
		Duration pause = looked ? this.settings.get().interval() : IDLE;
		try {
			this.next = this.background.timer().schedule(this::startReport, pause.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.debug("The threads of the components have ended", ex);
		}
	}

	private void cancelNext() {
		ScheduledFuture<?> planned = this.next;
		if (planned != null) {
			planned.cancel(false);
		}
	}

	@Override
	public void start() {
		this.running = true;
		startReport();
	}

	@Override
	public void stop() {
		this.running = false;
		cancelNext();
		// A report that is under way would bring the process back.
		this.reporting.lock();
		try {
			if (this.reported) {
				this.reported = false;
				this.store.leave();
			}
		}
		catch (RedisComponentsException ex) {
			logger.debug("The process is shown in the console for some seconds more", FailureLog.describable(ex));
		}
		finally {
			this.reporting.unlock();
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
