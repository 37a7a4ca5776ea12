// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every component while the slots of its keys move, to another master and to a new one,
 * the new one is removed again, and all nodes are replaced by others one by one.
 */
class ClusterReshardingFailoverTests extends ClusterFixture {

	@Test
	void followsSlotsAndNodes() {
		try (RedisServer added = cluster.add()) {
			// The connection for messages goes to the node with the fewest clients.
			disconnect();
			connect();
			work(0);
			during("slots to another master", () -> cluster.reshard(0, 1, Integer.MAX_VALUE));
			during("slots to a new master", () -> cluster.moveSlots(cluster.masters().get(1), added));
			assertThat((Iterable<?>) added.command("KEYS", "*")).isNotEmpty();
			during("slots back", () -> cluster.moveSlots(added, cluster.masters().get(1)));
			during("a node removed", () -> cluster.forget(added));
			during("all nodes replaced", () -> IntStream.range(0, 3).forEach(cluster::replaceNodes));
			assertThat(this.components.topics().get("fresh", String.class).publish("first")).isNotNegative();
		}
	}

	private void during(String title, Runnable change) {
		this.workers.awaitProgress();
		long began = System.nanoTime();
		change.run();
		verify(title, began);
	}

}
