// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.load;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.flight.Flight;
import io.github.rediscomponents.cache.store.EntryWriter;
import org.jspecify.annotations.Nullable;

/**
 * Extends leases while their loader runs, every third of their life, for at most the
 * longest time that a load may take.
 *
 * @param <V> the type of the values
 */
final class LeaseExtension<V> implements AutoCloseable {

	private final EntryWriter<V> writer;

	/** Those whose leases are not lost. */
	private final Set<Flight<V>> flights = ConcurrentHashMap.newKeySet();

	private final Duration leaseTtl;

	private final long until;

	private volatile boolean closed;

	private volatile @Nullable Future<?> timer;

	private LeaseExtension(EntryWriter<V> writer, List<Flight<V>> flights, Duration leaseTtl, long until) {
		this.writer = writer;
		this.flights.addAll(flights);
		this.leaseTtl = leaseTtl;
		this.until = until;
	}

	static <V> LeaseExtension<V> start(Background background, CacheSettings settings, EntryWriter<V> writer,
			List<Flight<V>> flights) {
		LeaseExtension<V> extension = new LeaseExtension<>(writer, flights, settings.leaseTtl(),
				System.nanoTime() + settings.maxLoadTime().toNanos());
		long every = settings.leaseTtl().toNanos() / 3;
		try {
			extension.timer = background.timer()
				.scheduleAtFixedRate(extension::extend, every, every, TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			// Shutting down: the lease lasts as long as it lasts.
			extension.closed = true;
		}
		return extension;
	}

	private void extend() {
		if (this.closed || System.nanoTime() - this.until > 0) {
			close();
			return;
		}
		// For as long as at first: a shorter life would end before the next extension.
		this.flights.forEach((flight) -> this.writer.extend(flight, this.leaseTtl, () -> lost(flight)));
	}

	/**
	 * A lost lease stays lost. One that ended with its load is not lost.
	 */
	private void lost(Flight<V> flight) {
		if (!this.closed && this.flights.remove(flight)) {
			this.writer.lost();
			if (this.flights.isEmpty()) {
				close();
			}
		}
	}

	@Override
	public void close() {
		this.closed = true;
		Future<?> known = this.timer;
		if (known != null) {
			known.cancel(false);
		}
	}

}
