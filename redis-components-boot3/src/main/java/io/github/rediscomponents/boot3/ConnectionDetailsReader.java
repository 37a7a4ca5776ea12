// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.boot3;

import java.util.List;

import io.github.rediscomponents.support.server.AddressesReader;
import io.github.rediscomponents.support.server.RedisAddresses;
import io.lettuce.core.SslOptions;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails;
import org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails.Cluster;
import org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails.Node;
import org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails.Sentinel;
import org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails.Standalone;
import org.springframework.boot.autoconfigure.data.redis.RedisProperties;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;

/**
 * Reads the addresses of Redis from Spring Boot's connection details, which properties, a
 * service of Docker Compose or a test container provide.
 */
final class ConnectionDetailsReader implements AddressesReader {

	@Override
	public @Nullable RedisAddresses read(BeanFactory beans) {
		RedisConnectionDetails details = beans.getBeanProvider(RedisConnectionDetails.class).getIfAvailable();
		return (details != null) ? addresses(details, beans) : null;
	}

	private static RedisAddresses addresses(RedisConnectionDetails details, BeanFactory beans) {
		Sentinel sentinel = details.getSentinel();
		if (sentinel != null) {
			return addresses(details, sentinel(sentinel), ssl(sentinel.getSslBundle(), beans));
		}
		Cluster cluster = details.getCluster();
		if (cluster != null) {
			return addresses(details, cluster(cluster), ssl(cluster.getSslBundle(), beans));
		}
		Standalone standalone = details.getStandalone();
		return (standalone != null) ? addresses(details, standalone(standalone), ssl(standalone.getSslBundle(), beans))
				: addresses(details, new RedisStandaloneConfiguration(), null);
	}

	private static RedisAddresses addresses(RedisConnectionDetails details, RedisConfiguration configuration,
			@Nullable SslOptions ssl) {
		if (configuration instanceof RedisConfiguration.WithPassword authenticated) {
			authenticated.setUsername(details.getUsername());
			authenticated.setPassword(RedisPassword.of(details.getPassword()));
		}
		return new RedisAddresses(configuration, ssl);
	}

	/** The details do not tell that the address of the properties asks for TLS. */
	private static @Nullable SslOptions ssl(@Nullable SslBundle bundle, BeanFactory beans) {
		if (bundle != null) {
			return sslOptions(bundle);
		}
		RedisProperties properties = beans.getBeanProvider(RedisProperties.class).getIfAvailable();
		String url = (properties != null) ? properties.getUrl() : null;
		return (url != null && url.startsWith("rediss://")) ? SslOptions.create() : null;
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

	private static List<RedisNode> nodes(List<Node> nodes) {
		return nodes.stream().map((node) -> new RedisNode(node.host(), node.port())).toList();
	}

	private static SslOptions sslOptions(SslBundle bundle) {
		return RedisAddresses.sslOptions(bundle.getManagers().getKeyManagerFactory(),
				bundle.getManagers().getTrustManagerFactory(), bundle.getOptions().getCiphers(),
				bundle.getOptions().getEnabledProtocols());
	}

}
