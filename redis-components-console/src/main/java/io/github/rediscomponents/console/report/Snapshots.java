// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.report;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.RedisComponentsException;
import io.github.rediscomponents.RedisUnavailableException;
import io.github.rediscomponents.autoconfigure.observability.Reports;

/**
 * What this process knows for its viewers: what was merged last, here or by the
 * collector, and whether Redis can be reached from here.
 */
final class Snapshots {

	private static final long PATIENCE = TimeUnit.SECONDS.toNanos(1);

	private final String process;

	private final Lock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private @Nullable Map<String, Object> merged;

	private long mergedAt;

	private long mergedOf;

	private boolean reachable = true;

	private long since = System.currentTimeMillis();

	private @Nullable String error;

	private long version;

	private @Nullable Snapshot made;

	private @Nullable Duration madeFor;

	Snapshots(String process) {
		this.process = process;
	}

	/**
	 * Keeps what was merged, unless it was overtaken: a merge that hung can return after
	 * another process has merged later reports.
	 * @param reply which reply of Redis it comes from
	 * @return whether it was kept
	 */
	boolean merged(Map<String, Object> state, long reply) {
		this.lock.lock();
		try {
			if (reply < this.mergedOf) {
				return false;
			}
			this.mergedOf = reply;
			this.mergedAt = System.nanoTime();
			// Each process asks more often than the collector merges.
			if (this.merged == null || !state.equals(this.merged)) {
				this.merged = state;
				change();
			}
			this.changed.signalAll();
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Redis answered. */
	void reached(long now) {
		this.lock.lock();
		try {
			if (!this.reachable || this.error != null) {
				this.reachable = true;
				this.error = null;
				this.since = now;
				change();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Redis did not answer, or refused the script. */
	void failed(RedisComponentsException failure) {
		this.lock.lock();
		try {
			boolean unavailable = failure instanceof RedisUnavailableException;
			String message = String.valueOf(failure.getMessage());
			if (this.reachable == unavailable || !message.equals(this.error)) {
				if (this.reachable == unavailable || this.error == null) {
					this.since = System.currentTimeMillis();
				}
				this.reachable = !unavailable;
				this.error = message;
				change();
			}
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void change() {
		this.version++;
		this.made = null;
	}

	/**
	 * Returns the last snapshot. Waits a moment for a fresh one.
	 * @param kept the age of one that is not fresh
	 * @param interval is shown
	 * @param alone returns what is shown if nothing was merged yet
	 */
	Snapshot fresh(Duration kept, Duration interval, Supplier<Map<String, Object>> alone) {
		this.lock.lock();
		try {
			long left = PATIENCE;
			while (!isFresh(kept) && left > 0) {
				left = this.changed.awaitNanos(left);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			this.lock.unlock();
		}
		return last(interval, alone);
	}

	private boolean isFresh(Duration kept) {
		return this.error != null || (this.merged != null && System.nanoTime() - this.mergedAt < kept.toNanos());
	}

	private Snapshot last(Duration interval, Supplier<Map<String, Object>> alone) {
		this.lock.lock();
		try {
			Snapshot known = this.made;
			if (known != null && interval.equals(this.madeFor)) {
				return known;
			}
			Map<String, Object> shown = this.merged;
			if (shown == null) {
				// Not kept: the next one may have more.
				this.version++;
				return make(alone.get(), interval);
			}
			if (known != null) {
				this.version++;
			}
			Snapshot snapshot = make(shown, interval);
			this.made = snapshot;
			this.madeFor = interval;
			return snapshot;
		}
		finally {
			this.lock.unlock();
		}
	}

	private Snapshot make(Map<String, Object> shown, Duration interval) {
		Map<String, Object> state = new LinkedHashMap<>();
		state.put("time", System.currentTimeMillis());
		state.put("interval", interval.toMillis());
		Map<String, Object> redis = new LinkedHashMap<>();
		redis.put("reachable", this.reachable);
		redis.put("since", this.since);
		if (this.error != null) {
			redis.put("error", this.error);
		}
		redis.put("commands", Reports.number(shown.get("commands")));
		state.put("redis", redis);
		state.putAll(shown);
		state.remove("commands");
		state.put("processes", here(shown.get("processes")));
		return new Snapshot(this.version, state);
	}

	/** Marks this process among all. */
	private List<Map<String, Object>> here(@Nullable Object processes) {
		List<Map<String, Object>> all = new ArrayList<>();
		if (processes instanceof List<?> list) {
			for (Object one : list) {
				Map<String, Object> described = Merging.objects(one);
				described.put("here", this.process.equals(described.get("id")));
				all.add(described);
			}
		}
		return all;
	}

}
