// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.measure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/**
 * How long answers took, by kind of request and over time. Safe for use by any number of
 * threads; read it when they are done.
 *
 * <p>
 * Memory grows with the time measured, not with the number of answers: a histogram of two
 * digits for each {@code step}.
 */
public final class Latencies {

	private static final int DIGITS = 3;

	private static final int DIGITS_OVER_TIME = 2;

	private static final int MOST_POINTS = 60;

	private static final double MILLIS = 1000.0;

	private final Map<String, Kind> kinds = new ConcurrentSkipListMap<>();

	private final ConcurrentSkipListMap<Long, ConcurrentHistogram> overTime = new ConcurrentSkipListMap<>();

	private final long began = System.nanoTime();

	private final long step;

	/**
	 * Begins to measure.
	 * @param step the finest distance of two points over time
	 */
	public Latencies(Duration step) {
		this.step = step.toNanos();
	}

	/**
	 * Adds an answer.
	 * @param kind what was asked for
	 * @param sent when, in nanoseconds of {@link System#nanoTime()}
	 * @param took how long it took, in nanoseconds
	 * @param clear whether there was an answer that says what came of it
	 */
	public void add(String kind, long sent, long took, boolean clear) {
		long micros = TimeUnit.NANOSECONDS.toMicros(took);
		Kind known = this.kinds.computeIfAbsent(kind, (name) -> new Kind());
		known.all.recordValue(micros);
		if (!clear) {
			known.failed.increment();
		}
		long index = Math.max(0, sent + took - this.began) / this.step;
		this.overTime.computeIfAbsent(index, (at) -> new ConcurrentHistogram(DIGITS_OVER_TIME)).recordValue(micros);
	}

	/** When measuring began, in nanoseconds of {@link System#nanoTime()}. */
	public long began() {
		return this.began;
	}

	/** A row for each kind, and one for all of them if there are several. */
	public List<Row> rows() {
		List<Row> rows = new ArrayList<>();
		Histogram all = new Histogram(DIGITS);
		long failed = 0;
		for (Map.Entry<String, Kind> kind : this.kinds.entrySet()) {
			rows.add(row(kind.getKey(), kind.getValue().all, kind.getValue().failed.sum()));
			all.add(kind.getValue().all);
			failed += kind.getValue().failed.sum();
		}
		if (rows.size() > 1) {
			rows.add(row("all", all, failed));
		}
		return rows;
	}

	private static Row row(String kind, AbstractHistogram times, long failed) {
		return new Row(kind, times.getTotalCount(), failed, times.getMean() / MILLIS, percentile(times, 50),
				percentile(times, 90), percentile(times, 99), times.getMaxValue() / MILLIS);
	}

	private static double percentile(AbstractHistogram times, double percent) {
		return times.getValueAtPercentile(percent) / MILLIS;
	}

	/**
	 * A percentile over time, in milliseconds.
	 * @param percent the one
	 * @return at most 60 points at equal distances, those without answers left out
	 */
	public Series overTime(double percent) {
		Series series = new Series("p" + (int) percent, this.began);
		if (this.overTime.isEmpty()) {
			return series;
		}
		long width = this.overTime.lastKey() / MOST_POINTS + 1;
		for (long from = 0; from <= this.overTime.lastKey(); from += width) {
			Histogram times = new Histogram(DIGITS_OVER_TIME);
			this.overTime.subMap(from, from + width).values().forEach(times::add);
			if (times.getTotalCount() > 0) {
				series.add(this.began + (long) ((from + width / 2.0) * this.step), percentile(times, percent));
			}
		}
		return series;
	}

	/**
	 * What is known of a kind of request. Times are in milliseconds.
	 *
	 * @param kind what was asked for
	 * @param count how many answers
	 * @param failed how many of them did not say what came of the request
	 * @param mean their mean
	 * @param p50 the median
	 * @param p90 nine of ten took at most this
	 * @param p99 99 of 100 took at most this
	 * @param max the slowest
	 */
	public record Row(String kind, long count, long failed, double mean, double p50, double p90, double p99,
			double max) {
	}

	private static final class Kind {

		private final ConcurrentHistogram all = new ConcurrentHistogram(DIGITS);

		private final LongAdder failed = new LongAdder();

	}

}
