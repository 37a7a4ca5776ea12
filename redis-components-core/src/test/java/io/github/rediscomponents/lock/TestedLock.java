// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.lock;

import io.github.rediscomponents.lock.redisson.RedissonEngine;
import io.github.rediscomponents.test.RedisTopology;

/**
 * A kind of lock on an engine and a topology.
 */
public enum TestedLock {

	PLAIN(LockKind.PLAIN, RedisTopology.STANDALONE),

	PLAIN_CLUSTER(LockKind.PLAIN, RedisTopology.CLUSTER),

	PLAIN_REPLICATION(LockKind.PLAIN, RedisTopology.REPLICATION),

	FAIR(LockKind.FAIR, RedisTopology.STANDALONE),

	FAIR_CLUSTER(LockKind.FAIR, RedisTopology.CLUSTER),

	WRITE(LockKind.WRITE, RedisTopology.STANDALONE),

	REDISSON_PLAIN(LockKind.PLAIN, RedisTopology.STANDALONE),

	REDISSON_PLAIN_CLUSTER(LockKind.PLAIN, RedisTopology.CLUSTER),

	REDISSON_FAIR(LockKind.FAIR, RedisTopology.STANDALONE),

	REDISSON_FAIR_CLUSTER(LockKind.FAIR, RedisTopology.CLUSTER),

	REDISSON_WRITE(LockKind.WRITE, RedisTopology.STANDALONE);

	private final LockKind kind;

	private final RedisTopology topology;

	TestedLock(LockKind kind, RedisTopology topology) {
		this.kind = kind;
		this.topology = topology;
	}

	LockKind kind() {
		return this.kind;
	}

	public RedisTopology topology() {
		return this.topology;
	}

	boolean isRedisson() {
		return name().startsWith("REDISSON");
	}

	public RedissonEngine redisson() {
		return (this.topology == RedisTopology.CLUSTER) ? RedissonEngine.CLUSTER : RedissonEngine.STANDALONE;
	}

}
