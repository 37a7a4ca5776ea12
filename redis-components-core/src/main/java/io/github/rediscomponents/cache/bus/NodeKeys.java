// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.cache.bus;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

import io.github.rediscomponents.support.port.CommandPort;

/**
 * A key in the slots of each master, for commands that have to go through it. Used by one
 * thread at a time.
 */
final class NodeKeys {

	/** Tags tried until there is one in the slots of each master. */
	private static final int MOST_TAGS = 100_000;

	private final CommandPort redis;

	private final UnaryOperator<String> key;

	private Map<String, String> known = Map.of();

	/**
	 * Knows no key yet.
	 * @param redis knows the masters
	 * @param key makes a key of a number
	 */
	NodeKeys(CommandPort redis, UnaryOperator<String> key) {
		this.redis = redis;
		this.key = key;
	}

	/**
	 * Returns a key for each master. One for which none was found is missing.
	 */
	Map<String, String> of(Set<String> nodes) {
		if (!this.known.keySet().equals(nodes) || !isValid()) {
			this.known = find(nodes);
		}
		return this.known;
	}

	/** Slots may have moved. */
	private boolean isValid() {
		return this.known.entrySet().stream().allMatch((one) -> this.redis.node(one.getValue()).equals(one.getKey()));
	}

	private Map<String, String> find(Set<String> nodes) {
		Map<String, String> found = new HashMap<>();
		for (int tag = 0; tag < MOST_TAGS && found.size() < nodes.size(); tag++) {
			String candidate = this.key.apply(Integer.toString(tag));
			String node = this.redis.node(candidate);
			if (nodes.contains(node)) {
				found.putIfAbsent(node, candidate);
			}
		}
		return found;
	}

}
