// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.support;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.github.rediscomponents.KeySpace;
import io.github.rediscomponents.test.RedisTopology;

/**
 * Keys of their own for each test on a topology, and raw commands on them.
 */
public abstract class OwnKeysFixture extends TopologyFixture {

	protected final String prefix = "t" + UUID.randomUUID();

	protected final KeySpace keys = new KeySpace(this.prefix);

	protected OwnKeysFixture(RedisTopology topology) {
		super(topology);
	}

	/** The reply of the server that has the key, as text. */
	protected final String raw(String command, String key, String... args) {
		List<String> words = new ArrayList<>(List.of(command, key));
		words.addAll(List.of(args));
		return String.valueOf(server().masterFor(key).command(words.toArray(String[]::new)));
	}

	protected final long number(String command, String key, String... args) {
		return Long.parseLong(raw(command, key, args));
	}

	/** All keys of this test on all nodes, sorted. */
	protected final List<String> keysLeft() {
		return server().nodes()
			.stream()
			.flatMap((node) -> ((List<?>) node.command("KEYS", this.prefix + ":*")).stream())
			.map(String::valueOf)
			.sorted()
			.toList();
	}

}
