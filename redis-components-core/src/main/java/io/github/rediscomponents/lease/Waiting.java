// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * The acquisitions of this process that wait, and how a message finds the one it is for.
 *
 * @since 1.0.0
 */
public final class Waiting {

	private final Gates gates;

	private final Map<String, Acquisition> byLeaseId = new ConcurrentHashMap<>();

	Waiting(Gates gates) {
		this.gates = gates;
	}

	void add(String leaseId, Acquisition one) {
		this.byLeaseId.put(leaseId, one);
	}

	void remove(String leaseId) {
		this.byLeaseId.remove(leaseId);
	}

	Collection<Acquisition> all() {
		return this.byLeaseId.values();
	}

	/**
	 * Wakes the one that a message is for.
	 * @param what the id of its lease, or the key of a lock for which this process takes
	 * turns
	 */
	void wake(String what) {
		Acquisition one = this.byLeaseId.get(what);
		if (one != null) {
			one.wake();
			return;
		}
		@Nullable Gate gate = this.gates.find(what);
		if (gate != null) {
			gate.wake();
		}
	}

	void wakeAll() {
		this.byLeaseId.values().forEach(Acquisition::lookAgain);
	}

}
