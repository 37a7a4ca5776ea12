// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Waits for conditions without notifications.
 */
final class Poll {

	private static final long PAUSE_NANOS = Duration.ofMillis(5).toNanos();

	private Poll() {
	}

	/**
	 * Waits until a condition holds.
	 * @param patience maximum time
	 * @param condition the condition
	 * @return whether it held in time; {@code false} too when the thread was interrupted,
	 * whose flag stays set
	 */
	static boolean until(Duration patience, BooleanSupplier condition) {
		long deadline = System.nanoTime() + patience.toNanos();
		while (!condition.getAsBoolean()) {
			if (System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted()) {
				return false;
			}
			LockSupport.parkNanos(PAUSE_NANOS);
		}
		return true;
	}

	/**
	 * Returns what ended a wait in vain, for a message.
	 * @param patience maximum time of the wait
	 * @return the time, or that the thread was interrupted
	 */
	static String limit(Duration patience) {
		if (Thread.currentThread().isInterrupted()) {
			return "before the thread was interrupted";
		}
		long millis = patience.toMillis();
		return "within " + ((millis % 1000 == 0) ? millis / 1000 + " s" : millis + " ms");
	}

}
