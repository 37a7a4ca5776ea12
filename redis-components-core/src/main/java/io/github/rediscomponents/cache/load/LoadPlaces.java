// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The places of the loads of one cache that callers wait for. Their number can change
 * while they are taken.
 *
 * @since 0.1.0
 */
public final class LoadPlaces {

	/** After this time a waiting load sees that the number was raised. */
	private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	/** Inside a loader, whose place is used. */
	private static final Place NESTED = new Place(null);

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition freed = this.lock.newCondition();

	private int taken;

	public static Place nested() {
		return NESTED;
	}

	/**
	 * Takes a place.
	 * @param most how many there are, also when that changes
	 * @param deadline until when to wait for one
	 * @return null if none came free
	 */
	public @Nullable Place take(IntSupplier most, long deadline) throws InterruptedException {
		this.lock.lock();
		try {
			while (this.taken >= most.getAsInt()) {
				long left = deadline - System.nanoTime();
				if (left <= 0) {
					return null;
				}
				this.freed.awaitNanos(Math.min(left, POLL_NANOS));
			}
			this.taken++;
			return new Place(this);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void free() {
		this.lock.lock();
		try {
			this.taken--;
			this.freed.signal();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * One place. Closing it gives it back, once.
	 */
	public static final class Place implements AutoCloseable {

		private @Nullable LoadPlaces places;

		private Place(@Nullable LoadPlaces places) {
			this.places = places;
		}

		/**
		 * Returns the same place for another thread; closing this one has no effect then.
		 */
		public Place move() {
			Place moved = new Place(this.places);
			this.places = null;
			return moved;
		}

		/**
		 * Returns whether it is that of a load around this one.
		 */
		public boolean isNested() {
			return this == NESTED;
		}

		@Override
		public void close() {
			LoadPlaces known = this.places;
			this.places = null;
			if (known != null) {
				known.free();
			}
		}

	}

}
