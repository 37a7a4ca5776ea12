// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * What happened in one leg of {@link TaskCampaignTests}, to the tasks of a range of
 * numbers.
 */
final class TaskLeg {

	final int first;

	final int tasks;

	/** The next number. */
	int published;

	int kills;

	int faults;

	/** What was with processes that were killed, and with all when the server stopped. */
	long inFlight;

	/** What a FLUSHALL found, worked on or not. */
	final Set<Integer> destroyed = new HashSet<>();

	Duration longest = Duration.ZERO;

	long lost;

	long twice;

	private long destroyedUndone;

	TaskLeg(int first, int tasks) {
		this.first = first;
		this.tasks = tasks;
		this.published = first;
	}

	void resumed(long nanos) {
		this.faults++;
		Duration took = Duration.ofNanos(nanos);
		this.longest = (took.compareTo(this.longest) > 0) ? took : this.longest;
	}

	void count(int[] times) {
		for (int task = this.first; task < this.published; task++) {
			if (times[task] == 0) {
				if (this.destroyed.contains(task)) {
					this.destroyedUndone++;
				}
				else {
					this.lost++;
				}
			}
		}
		this.twice = Arrays.stream(times, this.first, this.published)
			.filter((n) -> n > 1)
			.mapToLong((n) -> n - 1L)
			.sum();
	}

	String report(String name, long nanos) {
		double seconds = nanos / 1e9;
		String text = String.format("  %s: %d tasks in %.0f s, %d kills, %d lost, %d twice, %d in flight at the faults",
				name, this.published - this.first, seconds, this.kills, this.lost, this.twice, this.inFlight);
		if (this.faults > 0) {
			text += String.format(", %d faults of the server, worked on again after %d ms at the latest", this.faults,
					this.longest.toMillis());
		}
		if (!this.destroyed.isEmpty()) {
			text += String.format(", %d destroyed by FLUSHALL and %d of them worked on all the same",
					this.destroyed.size(), this.destroyed.size() - this.destroyedUndone);
		}
		return text;
	}

}
