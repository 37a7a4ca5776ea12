// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.node;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

/**
 * The share of the commands of the last second that were answered, in tenths of it. A
 * stall that fails all commands under way at one moment counts as one tenth.
 */
final class AnswerRate {

	static final long SLOT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

	private static final int SLOTS = 10;

	/** In how many tenths something must have failed. */
	private static final int MIN_FAILING = 3;

	private final AtomicReferenceArray<@Nullable Slot> slots = new AtomicReferenceArray<>(SLOTS);

	void answered(long nanos) {
		slot(nanos / SLOT_NANOS).answered.increment();
	}

	/**
	 * Counts a failure.
	 * @return whether at least half of the commands failed, at several moments
	 */
	boolean failed(long nanos) {
		long number = nanos / SLOT_NANOS;
		slot(number).failed.increment();
		long answered = 0;
		long failed = 0;
		int failing = 0;
		for (int i = 0; i < SLOTS; i++) {
			Slot slot = this.slots.get(i);
			if (slot != null && number - slot.number < SLOTS) {
				long inSlot = slot.failed.sum();
				answered += slot.answered.sum();
				failed += inSlot;
				failing += (inSlot > 0) ? 1 : 0;
			}
		}
		return failing >= MIN_FAILING && failed >= answered;
	}

	void reset() {
		for (int i = 0; i < SLOTS; i++) {
			this.slots.set(i, null);
		}
	}

	private Slot slot(long number) {
		int index = (int) Math.floorMod(number, (long) SLOTS);
		while (true) {
			Slot known = this.slots.get(index);
			if (known != null && known.number == number) {
				return known;
			}
			Slot made = new Slot(number);
			if (this.slots.compareAndSet(index, known, made)) {
				return made;
			}
		}
	}

	private static final class Slot {

		final long number;

		final LongAdder answered = new LongAdder();

		final LongAdder failed = new LongAdder();

		Slot(long number) {
			this.number = number;
		}

	}

}
