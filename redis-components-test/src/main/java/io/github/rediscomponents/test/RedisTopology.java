package io.github.rediscomponents.test;

/**
 * How the servers of a {@link RedisDeployment} are arranged.
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
