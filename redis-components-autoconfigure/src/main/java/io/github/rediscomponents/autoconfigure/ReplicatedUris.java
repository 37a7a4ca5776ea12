// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.List;

import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

import io.github.rediscomponents.support.server.RedisAddresses;

/**
 * The addresses of a statically listed primary with its replicas, the only topology whose
 * addresses are not part of the client.
 */
final class ReplicatedUris {

	private ReplicatedUris() {
	}

	/**
	 * Returns the addresses.
	 * @param credentials makes the credentials of the application's client, null if they
	 * are those of the properties
	 */
	static List<RedisURI> of(RedisAddresses addresses, @Nullable RedisCredentialsProviderFactory credentials) {
		if (!(addresses.configuration() instanceof RedisStaticMasterReplicaConfiguration replicated)) {
			return List.of();
		}
		RedisCredentialsProvider provided = (credentials != null) ? credentials.createCredentialsProvider(replicated)
				: null;
		RedisCredentialsProvider used = (provided != null) ? provided : new StaticCredentialsProvider(
				replicated.getUsername(), replicated.getPassword().toOptional().orElse(null));
		return replicated.getNodes().stream().map((node) -> {
			RedisURI uri = RedisURI.builder()
				.withHost(node.getHostName())
				.withPort(node.getPort())
				.withSsl(addresses.ssl() != null)
				.build();
			uri.setCredentialsProvider(used);
			return uri;
		}).toList();
	}

}
