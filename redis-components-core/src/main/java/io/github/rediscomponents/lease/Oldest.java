// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.Stream;

/**
 * Counts all and keeps a few: those that come first in an order.
 *
 * @param <T> what is counted
 */
final class Oldest<T> {

	private final int most;

	private final Comparator<T> order;

	/** The last of the order is at the head. */
	private final PriorityQueue<T> kept;

	private long total;

	Oldest(int most, Comparator<T> order) {
		this.most = most;
		this.order = order;
		this.kept = new PriorityQueue<>(order.reversed());
	}

	Oldest<T> addAll(Stream<T> all) {
		all.forEach(this::add);
		return this;
	}

	private void add(T one) {
		this.total++;
		if (this.kept.size() < this.most) {
			this.kept.add(one);
			return;
		}
		T last = this.kept.peek();
		if (last != null && this.order.compare(one, last) < 0) {
			this.kept.poll();
			this.kept.add(one);
		}
	}

	long total() {
		return this.total;
	}

	List<T> list() {
		List<T> sorted = new ArrayList<>(this.kept);
		sorted.sort(this.order);
		return sorted;
	}

}
