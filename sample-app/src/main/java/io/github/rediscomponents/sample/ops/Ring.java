// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A ring buffer of the newest samples.
 */
final class Ring {

	private final Deque<Sample> samples = new ArrayDeque<>();

	private final int room;

	Ring(int room) {
		this.room = room;
	}

	synchronized void add(Sample sample) {
		if (this.samples.size() == this.room) {
			this.samples.removeFirst();
		}
		this.samples.addLast(sample);
	}

	/** Returns the newest samples, oldest first. */
	synchronized List<Sample> newest(int most) {
		return this.samples.stream().skip(Math.max(0, this.samples.size() - most)).toList();
	}

	/** Returns the samples after a time, oldest first. */
	synchronized List<Sample> after(long time) {
		return this.samples.stream().filter((sample) -> sample.time() > time).toList();
	}

}
