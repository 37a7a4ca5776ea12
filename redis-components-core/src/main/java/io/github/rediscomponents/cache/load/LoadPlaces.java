// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The places of the loads of one cache that callers wait for, given in the order in which
 * they were asked for. Their number can change while they are taken.
 *
 * @since 1.0.0
 */
public final class LoadPlaces {

	/** After this time a waiting load sees that the number was raised. */
	private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	/** Inside a loader, whose place is used. */
	private static final Place NESTED = new Place(null);

	private final ReentrantLock lock = new ReentrantLock();

	private final Set<CompletableFuture<Place>> waiting = new LinkedHashSet<>();

	private final IntSupplier most;

	private int taken;

	/**
	 * Creates places of which none is taken.
	 * @param most how many there are, also when that changes
	 */
	public LoadPlaces(IntSupplier most) {
		this.most = most;
	}

	public static Place nested() {
		return NESTED;
	}

	/**
	 * Takes a place.
	 * @param deadline until when to wait for one
	 * @return null if none came free
	 */
	public @Nullable Place take(long deadline) throws InterruptedException {
		CompletableFuture<Place> place = request();
		while (true) {
			long left = deadline - System.nanoTime();
			try {
				return place.get(Math.min(left, POLL_NANOS), TimeUnit.NANOSECONDS);
			}
			catch (TimeoutException ex) {
				if (left <= POLL_NANOS) {
					return withdraw(place) ? null : place.join();
				}
				grant();
			}
			catch (InterruptedException ex) {
				if (!withdraw(place)) {
					place.join().close();
				}
				throw ex;
			}
			catch (ExecutionException ex) {
				throw new IllegalStateException("A place is never completed exceptionally", ex);
			}
		}
	}

	/**
	 * Requests a place without waiting.
	 * @return completes with the place, on the thread that gives one back, until it is
	 * {@linkplain #withdraw withdrawn}
	 */
	public CompletableFuture<Place> request() {
		CompletableFuture<Place> place = new CompletableFuture<>();
		this.lock.lock();
		try {
			this.waiting.add(place);
		}
		finally {
			this.lock.unlock();
		}
		grant();
		return place;
	}

	/**
	 * Withdraws a request.
	 * @return false if the place was given in the meantime
	 */
	public boolean withdraw(CompletableFuture<Place> place) {
		this.lock.lock();
		try {
			return this.waiting.remove(place);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Gives free places to those that wait.
	 */
	public void grant() {
		List<CompletableFuture<Place>> granted = new ArrayList<>(1);
		this.lock.lock();
		try {
			int free = this.most.getAsInt() - this.taken;
			for (var next = this.waiting.iterator(); next.hasNext() && granted.size() < free;) {
				granted.add(next.next());
				next.remove();
			}
			this.taken += granted.size();
		}
		finally {
			this.lock.unlock();
		}
		granted.forEach((place) -> place.complete(new Place(this)));
	}

	private void free() {
		this.lock.lock();
		try {
			this.taken--;
		}
		finally {
			this.lock.unlock();
		}
		grant();
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
