// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.load.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A number over time, for a picture. Safe for use by any number of threads.
 */
public final class Series {

	private static final double MILLIS = 1000.0;

	private final String name;

	private final long zero;

	private final List<Double> seconds = new ArrayList<>();

	private final List<Double> values = new ArrayList<>();

	/**
	 * Creates an empty series.
	 * @param name what it shows
	 * @param zero the beginning of time, in nanoseconds of {@link System#nanoTime()}
	 */
	public Series(String name, long zero) {
		this.name = name;
		this.zero = zero;
	}

	public String name() {
		return this.name;
	}

	/** Adds the value of this moment. */
	public void add(double value) {
		add(System.nanoTime(), value);
	}

	synchronized void add(long at, double value) {
		this.seconds.add(TimeUnit.NANOSECONDS.toMillis(at - this.zero) / MILLIS);
		this.values.add(value);
	}

	synchronized List<Double> seconds() {
		return List.copyOf(this.seconds);
	}

	/** The values in the order in which they were added. */
	public synchronized List<Double> values() {
		return List.copyOf(this.values);
	}

}
