// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.server;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisNode;
import org.springframework.data.redis.connection.RedisPassword;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;

import io.github.rediscomponents.autoconfigure.diagnostics.UserInfo;
import io.github.rediscomponents.support.Checks;

/**
 * Converts the addresses of one Redis for Spring Data.
 *
 * @param server the properties
 * @param url their parsed URL, null if there is none
 */
record ServerTopology(ServerProperties server, @Nullable ServerUrl url) {

	/** A name, or an address of any version. */
	private static final Pattern HOST = Pattern.compile("[^/@:\\s]+|[^/@:\\s]*:[^/@\\s]*:[^/@\\s]*");

	RedisConfiguration toConfiguration() {
		ServerProperties.Sentinel sentinel = this.server.sentinel();
		if (sentinel != null) {
			return authenticated(sentinel(sentinel));
		}
		ServerProperties.Nodes cluster = this.server.cluster();
		if (cluster != null) {
			RedisClusterConfiguration configuration = new RedisClusterConfiguration();
			configuration.setClusterNodes(nodes("cluster.nodes", cluster.nodes()));
			return authenticated(configuration);
		}
		ServerProperties.Nodes replicated = this.server.masterreplica();
		if (replicated != null) {
			return authenticated(replicated(nodes("masterreplica.nodes", replicated.nodes())));
		}
		return (this.url != null) ? ofUrl(this.url) : authenticated(single());
	}

	private RedisStandaloneConfiguration single() {
		String host = Checks.hasText("host", this.server.host());
		Checks.isTrue(HOST.matcher(host).matches(),
				"host must be a name or an address without a user and a port; url takes all of them");
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(host, this.server.port());
		configuration.setDatabase(this.server.database());
		return configuration;
	}

	private static RedisStandaloneConfiguration ofUrl(ServerUrl parsed) {
		RedisStandaloneConfiguration configuration = new RedisStandaloneConfiguration(parsed.host(), parsed.port());
		configuration.setDatabase(parsed.database());
		configuration.setUsername(parsed.username());
		configuration.setPassword(RedisPassword.of(parsed.password()));
		return configuration;
	}

	private RedisSentinelConfiguration sentinel(ServerProperties.Sentinel sentinel) {
		RedisSentinelConfiguration configuration = new RedisSentinelConfiguration();
		configuration.master(Checks.hasText("sentinel.master", sentinel.master()));
		configuration.setSentinels(nodes("sentinel.nodes", sentinel.nodes()));
		configuration.setDatabase(this.server.database());
		configuration.setSentinelUsername(sentinel.username());
		configuration.setSentinelPassword(RedisPassword.of(sentinel.password()));
		return configuration;
	}

	private RedisStaticMasterReplicaConfiguration replicated(List<RedisNode> nodes) {
		RedisStaticMasterReplicaConfiguration configuration = new RedisStaticMasterReplicaConfiguration(
				String.valueOf(nodes.get(0).getHost()), port(nodes.get(0)));
		nodes.stream().skip(1).forEach((node) -> configuration.addNode(String.valueOf(node.getHost()), port(node)));
		configuration.setDatabase(this.server.database());
		return configuration;
	}

	private static int port(RedisNode node) {
		Integer port = node.getPort();
		return (port != null) ? port : 6379;
	}

	private <C extends RedisConfiguration.WithPassword> C authenticated(C configuration) {
		configuration.setUsername(this.server.username());
		configuration.setPassword(RedisPassword.of(this.server.password()));
		return configuration;
	}

	private static List<RedisNode> nodes(String property, List<String> texts) {
		Checks.isTrue(!texts.isEmpty(), property + " must name at least one node");
		List<RedisNode> nodes = new ArrayList<>();
		for (String text : texts) {
			nodes.add(node(property, text.strip()));
		}
		return nodes;
	}

	private static RedisNode node(String property, String text) {
		int colon = text.lastIndexOf(':');
		String port = text.substring(colon + 1);
		String host = text.substring(0, Math.max(0, colon)).replaceAll("^\\[|]$", "");
		if (!HOST.matcher(host).matches() || !port.matches("\\d{1,5}")) {
			throw new IllegalArgumentException(
					property + " must be like host:6379, but '" + UserInfo.maskedAddress(text) + "' is not");
		}
		return new RedisNode(host, Integer.parseInt(port));
	}

}
