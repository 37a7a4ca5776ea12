// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.List;

import io.lettuce.core.AbstractRedisClient;
import io.lettuce.core.resource.ClientResources;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Cluster;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Sentinel;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * A separate Lettuce client for applications whose connection factory belongs to another
 * driver (Redisson, Jedis). Spring Data builds the client from Boot's connection details.
 * It is not a bean, so it does not replace the application's factory.
 */
final class DetailsConnectionFactory implements AutoCloseable {

	private final DataRedisConnectionDetails details;

	// Boot's resources exist even if no factory uses them. Sharing them saves threads.
	private final @Nullable ClientResources resources;

	private @Nullable LettuceConnectionFactory factory;

	DetailsConnectionFactory(DataRedisConnectionDetails details, @Nullable ClientResources resources) {
		this.details = details;
		this.resources = resources;
	}

	synchronized AbstractRedisClient client() {
		LettuceConnectionFactory known = this.factory;
		if (known == null) {
			LettuceClientConfiguration.LettuceClientConfigurationBuilder client = LettuceClientConfiguration.builder();
			if (this.details.getSslBundle() != null) {
				client.useSsl();
			}
			if (this.resources != null) {
				client.clientResources(this.resources);
			}
			known = create(client.build());
			known.afterPropertiesSet();
			this.factory = known;
		}
		return known.getRequiredNativeClient();
	}

	private LettuceConnectionFactory create(LettuceClientConfiguration client) {
		Sentinel sentinel = this.details.getSentinel();
		if (sentinel != null) {
			return new LettuceConnectionFactory(sentinel(sentinel), client);
		}
		Cluster cluster = this.details.getCluster();
		if (cluster != null) {
			return new LettuceConnectionFactory(cluster(cluster), client);
		}
		return new LettuceConnectionFactory(standalone(), client);
	}

	private RedisStandaloneConfiguration standalone() {
		Standalone standalone = this.details.getStandalone();
		DataRedisConnectionDetails.MasterReplica replicated = this.details.getMasterReplica();
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration();
		if (standalone != null) {
			configuration.setHostName(standalone.getHost());
			configuration.setPort(standalone.getPort());
			configuration.setDatabase(standalone.getDatabase());
		}
		else if (replicated != null) {
			configuration.setHostName(replicated.getNodes().get(0).host());
			configuration.setPort(replicated.getNodes().get(0).port());
		}
		authenticate(configuration);
		return configuration;
	}

	private RedisSentinelConfiguration sentinel(Sentinel sentinel) {
		RedisSentinelConfiguration configuration = new RedisSentinelConfiguration();
		configuration.master(sentinel.getMaster());
		configuration.setSentinels(nodes(sentinel.getNodes()));
		configuration.setDatabase(sentinel.getDatabase());
		configuration.setSentinelUsername(sentinel.getUsername());
		configuration.setSentinelPassword(RedisPassword.of(sentinel.getPassword()));
		authenticate(configuration);
		return configuration;
	}

	private RedisClusterConfiguration cluster(Cluster cluster) {
		RedisClusterConfiguration configuration = new RedisClusterConfiguration();
		configuration.setClusterNodes(nodes(cluster.getNodes()));
		authenticate(configuration);
		return configuration;
	}

	private void authenticate(RedisConfiguration.WithPassword configuration) {
		configuration.setUsername(this.details.getUsername());
		configuration.setPassword(RedisPassword.of(this.details.getPassword()));
	}

	private static List<RedisNode> nodes(List<Node> nodes) {
		return nodes.stream().map((node) -> new RedisNode(node.host(), node.port())).toList();
	}

	@Override
	public synchronized void close() {
		if (this.factory != null) {
			this.factory.destroy();
		}
	}

}
