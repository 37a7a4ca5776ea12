// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.List;

import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;

import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;

import io.github.rediscomponents.support.server.RedisAddresses;

/**
 * The addresses of a statically listed primary with its replicas, the only topology whose
 * addresses are not part of the client.
 */
final class ReplicatedUris {

	private ReplicatedUris() {
	}

	static List<RedisURI> of(RedisAddresses addresses) {
		if (!(addresses.configuration() instanceof RedisStaticMasterReplicaConfiguration replicated)) {
			return List.of();
		}
		char[] password = replicated.getPassword().toOptional().orElse(null);
		return replicated.getNodes().stream().map((node) -> {
			RedisURI uri = RedisURI.builder()
				.withHost(node.getHostName())
				.withPort(node.getPort())
				.withSsl(addresses.ssl() != null)
				.build();
			uri.setCredentialsProvider(new StaticCredentialsProvider(replicated.getUsername(), password));
			return uri;
		}).toList();
	}

}
