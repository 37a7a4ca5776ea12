// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.engine;

import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.Background;
import io.github.rediscomponents.cache.CacheSettings;
import io.github.rediscomponents.cache.flight.Flight;

/**
 * Extends leases while their loader runs, every third of their life, for at most the
 * longest time that a load may take.
 *
 * @param <V> the type of the values
 */
final class LeaseExtension<V> implements AutoCloseable {

	private final EntryWriter<V> writer;

	private final List<Flight<V>> flights;

	private final long until;

	private volatile boolean closed;

	private volatile @Nullable Future<?> timer;

	private LeaseExtension(EntryWriter<V> writer, List<Flight<V>> flights, long until) {
		this.writer = writer;
		this.flights = flights;
		this.until = until;
	}

	static <V> LeaseExtension<V> start(Background background, CacheSettings settings, EntryWriter<V> writer,
			List<Flight<V>> flights) {
		LeaseExtension<V> extension = new LeaseExtension<>(writer, flights,
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
		// A lost lease stays lost, but those of a bulk load are lost one by one.
		Runnable lost = (this.flights.size() == 1) ? this::close : () -> {
		};
		this.flights.forEach((flight) -> this.writer.extend(flight, lost));
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
