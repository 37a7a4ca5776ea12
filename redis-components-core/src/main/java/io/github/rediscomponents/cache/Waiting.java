package io.github.rediscomponents.cache;

import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.cache.CacheWaitException.Reason;
import io.github.rediscomponents.support.Thrown;

/**
 * How callers wait for what others load.
 */
final class Waiting {

	/** After which a waiting process looks again when no message came. */
	private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

	/** The same while messages cannot come, because the subscription is being made. */
	private static final long POLL_UNSUBSCRIBED_NANOS = TimeUnit.MILLISECONDS.toNanos(25);

	private Waiting() {
	}

	/**
	 * Waits for the process that has the lease.
	 * @param signals has a permit when it is time to look again, also one from before
	 * @param leftMillis how long the lease lasts
	 * @return false if there is no time left
	 */
	static boolean turn(CacheCore<?> core, Semaphore signals, long leftMillis, long deadline) {
		long left = deadline - System.nanoTime();
		if (left <= 0) {
			return false;
		}
		long poll = core.env().events.isSubscribed() ? POLL_NANOS : POLL_UNSUBSCRIBED_NANOS;
		long lease = TimeUnit.MILLISECONDS.toNanos(leftMillis + 1);
		try {
			if (signals.tryAcquire(Math.min(left, Math.min(poll, lease)), TimeUnit.NANOSECONDS)) {
				signals.drainPermits();
			}
			return true;
		}
		catch (InterruptedException ex) {
			throw interrupted(core, ex);
		}
	}

	/**
	 * Waits for another thread of this process.
	 * @return null if its flight has no outcome, or none in time
	 */
	static <V> @Nullable Outcome<V> join(CacheCore<V> core, Flight<V> running, long deadline) {
		try {
			return running.await(deadline);
		}
		catch (InterruptedException ex) {
			throw interrupted(core, ex);
		}
	}

	static void failIfWanted(CacheCore<?> core) {
		if (core.settings().onWaitTimeout() == OnWaitTimeout.FAIL) {
			throw new CacheWaitException(core.name(), Reason.TIMED_OUT, null);
		}
	}

	/**
	 * Gives a loader's failure to those who wait, unless it is the caller's own matter.
	 */
	static <V> void share(RuntimeException failure, List<Flight<V>> flights) {
		if (!(Thrown.cause(failure) instanceof InterruptedException)) {
			flights.forEach((flight) -> flight.fail(failure));
		}
	}

	private static CacheWaitException interrupted(CacheCore<?> core, InterruptedException cause) {
		Thread.currentThread().interrupt();
		return new CacheWaitException(core.name(), Reason.INTERRUPTED, cause);
	}

}
