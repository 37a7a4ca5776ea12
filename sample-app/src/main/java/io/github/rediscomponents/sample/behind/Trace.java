// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.behind;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The numbers of one request: commands to Redis by component, loads of caches and
 * statements of SQL. Counts what the thread of the request does; work on other threads,
 * such as what is flushed in the background, is not counted. All methods but
 * {@link Trips#replied} are called on that thread only.
 */
final class Trace {

	/** The name of commands whose key does not name a component. */
	static final String OTHER = "other";

	private static final int MOST_COMPONENTS = 12;

	private static final Pattern NAME = Pattern.compile("[a-z][a-z-]{1,23}");

	private static final ThreadLocal<@Nullable Trace> CURRENT = new ThreadLocal<>();

	private final Map<String, Trips> trips = new TreeMap<>();

	private int statements;

	private long statementNanos;

	private long statementStarted;

	private int loads;

	private long loadNanos;

	/** Starts to count for the present thread. */
	static Trace begin() {
		Trace trace = new Trace();
		CURRENT.set(trace);
		return trace;
	}

	/** Ends counting for the present thread. */
	static void end() {
		CURRENT.remove();
	}

	/** Returns the numbers of the present thread's request, if it has one. */
	static @Nullable Trace current() {
		return CURRENT.get();
	}

	/**
	 * Counts a command that is being sent.
	 * @param component the part of its key that names the component
	 * @return tells when the reply has arrived
	 */
	Trips sent(String component) {
		String name = NAME.matcher(component).matches() ? component : OTHER;
		if (!this.trips.containsKey(name) && this.trips.size() >= MOST_COMPONENTS) {
			name = OTHER;
		}
		Trips found = this.trips.computeIfAbsent(name, (key) -> new Trips());
		found.count.incrementAndGet();
		return found;
	}

	void statementStarts() {
		this.statements++;
		this.statementStarted = System.nanoTime();
	}

	void statementEnds() {
		this.statementNanos += System.nanoTime() - this.statementStarted;
	}

	void loaded(long nanos) {
		this.loads++;
		this.loadNanos += nanos;
	}

	/**
	 * Returns the numbers as the value of a {@code Server-Timing} header: {@code load},
	 * {@code sql} and {@code redis-<component>}, each with its count as description and
	 * its duration in milliseconds. Names are those of components, never data.
	 */
	String header() {
		StringBuilder header = new StringBuilder();
		append(header, "load", this.loads, this.loadNanos);
		append(header, "sql", this.statements, this.statementNanos);
		this.trips.forEach((name, trip) -> append(header, "redis-" + name, trip.count.get(), trip.nanos.get()));
		return header.toString();
	}

	private static void append(StringBuilder header, String name, int count, long nanos) {
		double millis = nanos / (double) TimeUnit.MILLISECONDS.toNanos(1);
		header.append(header.isEmpty() ? "" : ", ")
			.append(String.format(Locale.ROOT, "%s;desc=\"%d\";dur=%.2f", name, count, millis));
	}

	/** The commands of one component. */
	static final class Trips {

		private final AtomicInteger count = new AtomicInteger();

		private final AtomicLong nanos = new AtomicLong();

		/** Adds the time that a reply took; on any thread. */
		void replied(long took) {
			this.nanos.addAndGet(took);
		}

	}

}
