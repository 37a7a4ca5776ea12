// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.ops;

import java.util.Properties;

import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.RedisTemplate;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Reads the numbers of Redis itself by one INFO; of a cluster the sums over its nodes.
 */
class ServerProbe implements Probe {

	private static final double MEGABYTE = 1024 * 1024;

	private final RedisTemplate<String, String> redis;

	ServerProbe(RedisConnectionFactory connections) {
		this.redis = new StringRedisTemplate(connections);
	}

	@Override
	public void read(Reading reading) {
		Properties info = this.redis.execute((connection) -> connection.serverCommands().info(), true);
		if (info != null) {
			reading.put("redis-operations", "operations", sum(info, "instantaneous_ops_per_sec"));
			reading.put("redis-memory", "used", sum(info, "used_memory") / MEGABYTE);
			reading.put("redis-clients", "clients", sum(info, "connected_clients"));
		}
	}

	/** A name of a cluster begins with the node. */
	private static double sum(Properties info, String name) {
		return info.stringPropertyNames()
			.stream()
			.filter((found) -> found.equals(name) || found.endsWith('.' + name))
			.mapToDouble((found) -> Double.parseDouble(info.getProperty(found)))
			.sum();
	}

}
