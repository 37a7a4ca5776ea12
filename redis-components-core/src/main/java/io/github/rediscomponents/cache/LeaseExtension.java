package io.github.rediscomponents.cache;

import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Extends leases while their loader runs, every third of their life, for at most the
 * longest time that a load may take.
 *
 * @param <V> the type of the values
 */
final class LeaseExtension<V> implements AutoCloseable {

	private final Entries<V> entries;

	private final List<Flight<V>> flights;

	private final long until;

	private volatile boolean closed;

	private volatile @Nullable Future<?> timer;

	private LeaseExtension(Entries<V> entries, List<Flight<V>> flights, long until) {
		this.entries = entries;
		this.flights = flights;
		this.until = until;
	}

	static <V> LeaseExtension<V> start(CacheEnvironment env, CacheSettings settings, Entries<V> entries,
			List<Flight<V>> flights) {
		LeaseExtension<V> extension = new LeaseExtension<>(entries, flights,
				System.nanoTime() + settings.maxLoadTime().toNanos());
		long every = settings.leaseTtl().toNanos() / 3;
		try {
			extension.timer = env.background.timer()
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
		this.flights.forEach((flight) -> this.entries.extend(flight, lost));
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
