// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.upkeep;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * The pauses of changes whose copying fails for a reason that does not pass by itself:
 * one second, twice as long after each attempt, at most ten minutes. Known to this
 * instance only; a new one tries at once.
 */
final class Pauses {

	private static final long FIRST = Duration.ofSeconds(1).toNanos();

	private static final long MOST = Duration.ofMinutes(10).toNanos();

	private final Map<Long, Pause> pauses = new ConcurrentHashMap<>();

	private final LongSupplier nanos;

	Pauses(LongSupplier nanos) {
		this.nanos = nanos;
	}

	/** Returns whether a change is not to be tried now. */
	boolean isOn(long id) {
		Pause pause = this.pauses.get(id);
		return pause != null && this.nanos.getAsLong() - pause.since() < pause.length();
	}

	/** Begins the next pause of a change, and returns its length. */
	Duration begin(long id) {
		long now = this.nanos.getAsLong();
		Pause pause = this.pauses.compute(id,
				(key, last) -> new Pause(now, (last != null) ? Math.min(MOST, 2 * last.length()) : FIRST));
		return Duration.ofNanos(pause.length());
	}

	void end(long id) {
		this.pauses.remove(id);
	}

	/** Forgets the pauses of changes that are no longer recorded. */
	void keepOnly(Set<Long> recorded) {
		this.pauses.keySet().retainAll(recorded);
	}

	private record Pause(long since, long length) {
	}

}
