// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.time.Duration;

/**
 * Waits that an interrupt does not cut short, because what they wait for is under way
 * already.
 */
final class Uninterrupted {

	private Uninterrupted() {
	}

	/**
	 * Waits. An interrupted thread has its flag set afterwards.
	 * @param patience maximum time
	 * @param wait the wait, begun anew after an interrupt with the time that is left
	 * @return its result
	 */
	static boolean within(Duration patience, Wait wait) {
		long deadline = System.nanoTime() + patience.toNanos();
		boolean interrupted = Thread.interrupted();
		try {
			while (true) {
				try {
					return wait.await(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
				}
				catch (InterruptedException ex) {
					interrupted = true;
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * A wait that an interrupt ends.
	 */
	@FunctionalInterface
	interface Wait {

		boolean await(Duration patience) throws InterruptedException;

	}

}
