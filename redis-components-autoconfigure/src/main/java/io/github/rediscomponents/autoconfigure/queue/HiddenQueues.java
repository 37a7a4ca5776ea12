// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.queue;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

import io.github.rediscomponents.queue.QueueStats;

/**
 * Watches the queues that the console has no place for, a few with each look, so that one
 * with an alarm gets a place.
 */
final class HiddenQueues {

	/** What the page takes for late, see {@code rooms.js}. */
	private static final Duration LATE = Duration.ofMinutes(1);

	private final Lock lock = new ReentrantLock();

	private final Map<String, Alarm> alarms = new HashMap<>();

	/** The last one that had its turn. */
	private String last = "";

	/**
	 * Returns the queues with a place: those with alarms first, then in the order of
	 * names.
	 */
	Set<String> shown(NavigableSet<String> all, int most) {
		this.lock.lock();
		try {
			this.alarms.keySet().retainAll(all);
			return new TreeSet<>(all.stream()
				.sorted(Comparator.comparing((name) -> this.alarms.getOrDefault(name, Alarm.NONE)))
				.limit(most)
				.toList());
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Returns those whose turn it is, at most as many as one round trip reads. */
	List<String> turn(NavigableSet<String> hidden) {
		this.lock.lock();
		try {
			List<String> turn = Stream
				.concat(hidden.tailSet(this.last, false).stream(), hidden.headSet(this.last, true).stream())
				.limit(QueueLooks.TOGETHER)
				.toList();
			if (!turn.isEmpty()) {
				this.last = turn.get(turn.size() - 1);
			}
			return turn;
		}
		finally {
			this.lock.unlock();
		}
	}

	/** Remembers the result of a look at a queue. */
	void saw(String name, Object found) {
		Alarm alarm = (found instanceof QueueLook look) ? alarm(look.stats()) : Alarm.BAD;
		this.lock.lock();
		try {
			if (alarm == Alarm.NONE) {
				this.alarms.remove(name);
			}
			else {
				this.alarms.put(name, alarm);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private static Alarm alarm(QueueStats stats) {
		if (stats.deadLetters() > 0 || stats.droppedDeadLetters() > 0) {
			return Alarm.BAD;
		}
		boolean waits = stats.depth() > 0 && (stats.consumers() == 0 || stats.oldest().compareTo(LATE) > 0);
		return (waits || stats.paused()) ? Alarm.WARN : Alarm.NONE;
	}

	/** In the order of the places. */
	private enum Alarm {

		BAD, WARN, NONE

	}

}
