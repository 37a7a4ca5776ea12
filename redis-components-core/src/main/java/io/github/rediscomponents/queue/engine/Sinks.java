// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.queue.engine;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * The sinks of one consumer, which take turns.
 */
final class Sinks {

	private static final Predicate<Sink> IDLE = (sink) -> sink.idle() > 0;

	private final List<Sink> all = new CopyOnWriteArrayList<>();

	private final AtomicInteger turn = new AtomicInteger();

	void add(Sink sink) {
		this.all.add(sink);
	}

	/** Returns whether that was the last. */
	boolean remove(Sink sink) {
		this.all.remove(sink);
		return this.all.isEmpty();
	}

	boolean wants() {
		return this.all.stream().anyMatch(Sink::wants);
	}

	int room() {
		return this.all.stream().mapToInt(Sink::free).sum();
	}

	/**
	 * Returns messages that wait for a handler of this process while others may have idle
	 * ones.
	 */
	void share() {
		this.all.forEach(Sink::share);
	}

	/** Returns messages that wait for a handler. */
	void giveBack() {
		this.all.forEach(Sink::giveBack);
	}

	/**
	 * Moves messages that wait behind the handlers of one sink to sinks that can begin at
	 * once. Follows each change that may leave a message waiting and each that may make a
	 * sink idle, so that no message waits while a sink is idle.
	 */
	void level() {
		Sink[] present = this.all.toArray(Sink[]::new);
		boolean passed = present.length > 1;
		while (passed && offersIdle(present)) {
			passed = false;
			for (Sink sink : present) {
				passed |= sink.pass((lease) -> offer(lease, present, this.turn.getAndIncrement(), IDLE));
			}
		}
	}

	private static boolean offersIdle(Sink[] all) {
		for (Sink sink : all) {
			if (IDLE.test(sink)) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Offers a message to a sink that can begin at once, else to one that has room, else
	 * to one that takes it all the same.
	 * @return whether one took it
	 */
	boolean offer(Lease lease) {
		Sink[] present = this.all.toArray(Sink[]::new);
		int first = this.turn.getAndIncrement();
		return offer(lease, present, first, IDLE) || offer(lease, present, first, (sink) -> sink.free() > 0)
				|| offer(lease, present, first, (sink) -> true);
	}

	private static boolean offer(Lease lease, Sink[] all, int first, Predicate<Sink> which) {
		for (int i = 0; i < all.length; i++) {
			Sink sink = all[Math.floorMod(first + i, all.length)];
			if (which.test(sink) && sink.offer(lease)) {
				return true;
			}
		}
		return false;
	}

}
