// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.console.report;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The merge that is under way, of which there is one at most, and whether it makes
 * progress.
 */
final class MergeWatch {

	private final AtomicReference<@Nullable Long> progress = new AtomicReference<>();

	private final LongSupplier nanos;

	MergeWatch(LongSupplier nanos) {
		this.nanos = nanos;
	}

	/** Returns whether a merge may begin, and notes it. */
	boolean begin() {
		return this.progress.compareAndSet(null, this.nanos.getAsLong());
	}

	/** The merge has read another component. */
	void goesOn() {
		this.progress.set(this.nanos.getAsLong());
	}

	/** The merge has returned or failed. */
	void end() {
		this.progress.set(null);
	}

	/** Returns whether a merge is under way that has not gone on for a time. */
	boolean hangs(Duration bound) {
		Long last = this.progress.get();
		return last != null && this.nanos.getAsLong() - last > bound.toNanos();
	}

}
