// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.boot4;

import java.util.List;

import io.github.rediscomponents.support.server.AddressesReader;
import io.github.rediscomponents.support.server.RedisAddresses;
import io.lettuce.core.SslOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Cluster;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.MasterReplica;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Sentinel;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;

/**
 * Reads the addresses of Redis from Spring Boot's connection details, which properties, a
 * service of Docker Compose or a test container provide.
 */
final class ConnectionDetailsReader implements AddressesReader {

	@Override
	public @Nullable RedisAddresses read(BeanFactory beans) {
		DataRedisConnectionDetails details = beans.getBeanProvider(DataRedisConnectionDetails.class).getIfAvailable();
		return (details != null) ? new RedisAddresses(configuration(details), ssl(details.getSslBundle(), beans))
				: null;
	}

	/** The details do not tell that the address of the properties asks for TLS. */
	private static @Nullable SslOptions ssl(@Nullable SslBundle bundle, BeanFactory beans) {
		if (bundle != null) {
			return sslOptions(bundle);
		}
		DataRedisProperties properties = beans.getBeanProvider(DataRedisProperties.class).getIfAvailable();
		String url = (properties != null) ? properties.getUrl() : null;
		return (url != null && url.startsWith("rediss://")) ? SslOptions.create() : null;
	}

	private static RedisConfiguration configuration(DataRedisConnectionDetails details) {
		Sentinel sentinel = details.getSentinel();
		if (sentinel != null) {
			return authenticated(sentinel(sentinel), details);
		}
		Cluster cluster = details.getCluster();
		if (cluster != null) {
			return authenticated(cluster(cluster), details);
		}
		MasterReplica replicated = details.getMasterReplica();
		if (replicated != null) {
			return authenticated(replicated(replicated), details);
		}
		Standalone standalone = details.getStandalone();
		return authenticated((standalone != null) ? standalone(standalone) : new RedisStandaloneConfiguration(),
				details);
	}

	private static RedisStandaloneConfiguration standalone(Standalone standalone) {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(standalone.getHost(),
				standalone.getPort());
		configuration.setDatabase(standalone.getDatabase());
		return configuration;
	}

	private static RedisSentinelConfiguration sentinel(Sentinel sentinel) {
		RedisSentinelConfiguration configuration = new RedisSentinelConfiguration();
		configuration.master(sentinel.getMaster());
		configuration.setSentinels(nodes(sentinel.getNodes()));
		configuration.setDatabase(sentinel.getDatabase());
		configuration.setSentinelUsername(sentinel.getUsername());
		configuration.setSentinelPassword(RedisPassword.of(sentinel.getPassword()));
		return configuration;
	}

	private static RedisClusterConfiguration cluster(Cluster cluster) {
		RedisClusterConfiguration configuration = new RedisClusterConfiguration();
		configuration.setClusterNodes(nodes(cluster.getNodes()));
		return configuration;
	}

	private static RedisStaticMasterReplicaConfiguration replicated(MasterReplica replicated) {
		Node first = replicated.getNodes().get(0);
		RedisStaticMasterReplicaConfiguration configuration = new RedisStaticMasterReplicaConfiguration(first.host(),
				first.port());
		replicated.getNodes().stream().skip(1).forEach((node) -> configuration.addNode(node.host(), node.port()));
		return configuration;
	}

	private static <C extends RedisConfiguration.WithPassword> C authenticated(C configuration,
			DataRedisConnectionDetails details) {
		configuration.setUsername(details.getUsername());
		configuration.setPassword(RedisPassword.of(details.getPassword()));
		return configuration;
	}

	private static List<RedisNode> nodes(List<Node> nodes) {
		return nodes.stream().map((node) -> new RedisNode(node.host(), node.port())).toList();
	}

	private static SslOptions sslOptions(SslBundle bundle) {
		return RedisAddresses.sslOptions(bundle.getManagers().getKeyManagerFactory(),
				bundle.getManagers().getTrustManagerFactory(), bundle.getOptions().getCiphers(),
				bundle.getOptions().getEnabledProtocols());
	}

}
