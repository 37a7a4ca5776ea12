// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Bounds how many keys one process adds to remember that they have no value: a bucket
 * that holds ten seconds, so that keys made up at random cannot fill Redis.
 *
 * @since 1.0.0
 */
public final class NullBudget {

	private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

	private static final long HELD = 10 * SECOND;

	private final LongSupplier nanos;

	/** When the bucket is full again. */
	private final AtomicLong fullAt;

	public NullBudget() {
		this(System::nanoTime);
	}

	NullBudget(LongSupplier nanos) {
		this.nanos = nanos;
		this.fullAt = new AtomicLong(nanos.getAsLong());
	}

	/**
	 * Takes one.
	 * @param perSecond how many there are; 0 is no bound
	 * @return false if there is none
	 */
	public boolean take(int perSecond) {
		if (perSecond == 0) {
			return true;
		}
		long now = this.nanos.getAsLong();
		while (true) {
			long known = this.fullAt.get();
			long next = ((known - now > 0) ? known : now) + SECOND / perSecond;
			if (next - now > HELD) {
				return false;
			}
			if (this.fullAt.compareAndSet(known, next)) {
				return true;
			}
		}
	}

}
