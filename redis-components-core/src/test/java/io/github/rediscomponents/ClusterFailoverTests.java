// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.github.rediscomponents.test.RedisServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every component while a master of a cluster is replaced.
 */
class ClusterFailoverTests extends ClusterFixture {

	/**
	 * Longer than a command may take, because its time-out is the sign that a master
	 * hangs. A cluster decides later than that.
	 */
	private static final Duration OUTAGE = Duration.ofMillis(2500);

	@Test
	void followsAReplicaThatReplacesAKilledMaster() {
		work(0);
		RedisServer lost = cluster.masters().get(0);
		replace(0, "kill -9", lost::kill);
		cluster.restartDeadMaster(0);
		this.workers.awaitProgress();
	}

	@Test
	void followsAReplicaThatReplacesAStoppedMaster() {
		work(1);
		RedisServer lost = cluster.masters().get(1);
		replace(1, "SIGSTOP", lost::pause);
		long resumed = System.nanoTime();
		lost.resume();
		this.workers.awaitProgress();
		cluster.awaitReplica(1);
		this.workers.awaitProgress();
		assertThat(lateFailures(resumed)).isEmpty();
	}

	@Test
	void followsAMasterThatHandsOver() {
		work(2);
		long began = System.nanoTime();
		cluster.handOver(2);
		verify("CLUSTER FAILOVER", began);
	}

	private void replace(int shard, String title, Runnable loss) {
		this.workers.awaitProgress();
		long lost = System.nanoTime();
		loss.run();
		pass(OUTAGE);
		cluster.promoteReplicaOfDeadMaster(shard);
		verify(title, lost);
	}

}
