// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

/**
 * The arrangement of the servers of a {@link RedisDeployment}.
 *
 * @since 1.0.0
 */
public enum RedisTopology {

	/**
	 * One server.
	 */
	STANDALONE,

	/**
	 * A Redis Cluster of three masters.
	 */
	CLUSTER,

	/**
	 * A master with one replica.
	 */
	REPLICATION,

	/**
	 * A master with two replicas, watched by three Sentinels.
	 */
	SENTINEL

}
