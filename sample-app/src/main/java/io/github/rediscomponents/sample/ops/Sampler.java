// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Samples all probes each second and keeps the samples of the last ten minutes. Each
 * blocking probe runs on its own thread, so that an outage of Redis or the database
 * leaves a gap in its own lines only, and only while the numbers are looked at.
 */
final class Sampler implements SmartLifecycle {

	static final long STEP_MILLIS = 1000;

	static final int KEPT = 600;

	static final long KEPT_MILLIS = KEPT * STEP_MILLIS;

	private static final Logger log = LoggerFactory.getLogger(Sampler.class);

	private final Ring ring = new Ring(KEPT);

	private final List<Probe> probes;

	private final List<Remembered> waiting;

	private final boolean enabled;

	private final BooleanSupplier watched;

	private final LongConsumer ticks;

	private @Nullable ScheduledExecutorService threads;

	/**
	 * Creates a sampler that does not run yet.
	 * @param enabled whether it starts with the application
	 * @param watched whether the numbers are looked at; probes that may block run only
	 * then
	 * @param ticks receives the time of each sample before the sample can be seen
	 * @param quick probes that do not block
	 * @param slow probes that may block
	 */
	Sampler(boolean enabled, BooleanSupplier watched, LongConsumer ticks, List<Probe> quick, List<Probe> slow) {
		this.enabled = enabled;
		this.watched = watched;
		this.ticks = ticks;
		this.waiting = slow.stream().map(Remembered::new).toList();
		this.probes = Stream.concat(quick.stream(), this.waiting.stream()).toList();
	}

	/** Returns the samples after a time, oldest first. */
	List<Sample> after(long time) {
		return this.ring.after(time);
	}

	/** Returns the newest samples, oldest first. */
	List<Sample> newest(int most) {
		return this.ring.newest(most);
	}

	@Override
	public boolean isAutoStartup() {
		return this.enabled;
	}

	@Override
	public synchronized void start() {
		if (this.threads == null) {
			ScheduledExecutorService started = Executors.newScheduledThreadPool(1 + this.waiting.size(), (task) -> {
				Thread thread = new Thread(task, "ops-sampler");
				thread.setDaemon(true);
				return thread;
			});
			this.waiting.forEach((one) -> each(started, () -> {
				if (this.watched.getAsBoolean()) {
					one.ask();
				}
			}));
			each(started, this::sample);
			this.threads = started;
		}
	}

	private static void each(ScheduledExecutorService threads, Runnable work) {
		threads.scheduleAtFixedRate(() -> {
			try {
				work.run();
			}
			catch (RuntimeException ex) {
				// The plot shows a gap; the next sample may succeed.
				log.debug("A sample is missing", ex);
			}
		}, 0, STEP_MILLIS, TimeUnit.MILLISECONDS);
	}

	void sample() {
		Map<Sample.Line, Double> values = new HashMap<>();
		this.probes.forEach((probe) -> probe.read((plot, name, value) -> {
			if (Double.isFinite(value)) {
				values.put(new Sample.Line(plot, name), value);
			}
		}));
		long now = System.currentTimeMillis();
		// Whoever sees this sample asks for later ones from then on: those of the others
		// are there first.
		this.ticks.accept(now);
		this.ring.add(new Sample(now, Map.copyOf(values)));
	}

	@Override
	public synchronized void stop() {
		if (this.threads != null) {
			this.threads.shutdownNow();
			this.threads = null;
		}
	}

	@Override
	public synchronized boolean isRunning() {
		return this.threads != null;
	}

}
