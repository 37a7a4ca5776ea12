// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import java.time.Duration;
import java.util.List;

import io.github.rediscomponents.lease.Waiting;

/**
 * The leases and acquisitions of a process at a moment.
 *
 * @param held the leases that are valid
 * @param waiting the acquisitions that wait
 * @param heldTotal how many leases are valid, those that {@code held} leaves out included
 * @param waitingTotal how many acquisitions wait, those that {@code waiting} leaves out
 * included
 * @since 1.0.0
 */
public record LockActivity(List<Held> held, List<Waiting> waiting, long heldTotal, long waitingTotal) {

	/**
	 * Copies the lists.
	 */
	public LockActivity {
		held = List.copyOf(held);
		waiting = List.copyOf(waiting);
	}

	/**
	 * Creates an activity whose lists leave nothing out.
	 * @param held the leases that are valid
	 * @param waiting the acquisitions that wait
	 */
	public LockActivity(List<Held> held, List<Waiting> waiting) {
		this(held, waiting, held.size(), waiting.size());
	}

	/**
	 * A lease of this process.
	 *
	 * @param name the name of the lock or semaphore
	 * @param kind the kind of the resource
	 * @param id see {@link Lease#id()}
	 * @param token see {@link Lease#token()}; 0 for permits
	 * @param permits how many permits, 1 for locks
	 * @param age how long it has been held
	 * @param remaining how long it is valid if it is not renewed
	 * @param renewed whether it is renewed
	 */
	public record Held(String name, LockKind kind, String id, long token, int permits, Duration age, Duration remaining,
			boolean renewed) {
	}

	/**
	 * An acquisition of this process that waits.
	 *
	 * @param name the name of the lock or semaphore
	 * @param kind the kind of the resource
	 * @param permits how many permits, 1 for locks
	 * @param waited for how long
	 */
	public record Waiting(String name, LockKind kind, int permits, Duration waited) {
	}

}
