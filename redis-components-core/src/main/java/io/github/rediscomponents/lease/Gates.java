// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lease;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jspecify.annotations.Nullable;

/**
 * The gates of the locks that this process holds or waits for.
 *
 * @since 1.0.0
 */
public final class Gates {

	private final ConcurrentMap<String, Gate> gates = new ConcurrentHashMap<>();

	Gate enter(String key) {
		return this.gates.compute(key, (name, known) -> {
			Gate gate = (known != null) ? known : new Gate(name);
			gate.users++;
			return gate;
		});
	}

	void exit(Gate gate) {
		this.gates.computeIfPresent(gate.key(), (name, known) -> (--known.users == 0) ? null : known);
	}

	@Nullable Gate find(String key) {
		return this.gates.get(key);
	}

	public int size() {
		return this.gates.size();
	}

}
