// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.List;

import io.lettuce.core.RedisURI;
import io.lettuce.core.StaticCredentialsProvider;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.MasterReplica;

/**
 * The addresses of a statically listed primary with its replicas, the only topology whose
 * addresses are not part of the client.
 */
final class ReplicatedUris {

	private ReplicatedUris() {
	}

	static List<RedisURI> of(DataRedisConnectionDetails details) {
		MasterReplica replicated = details.getMasterReplica();
		if (replicated == null) {
			return List.of();
		}
		return replicated.getNodes().stream().map((node) -> {
			RedisURI uri = RedisURI.builder()
				.withHost(node.host())
				.withPort(node.port())
				.withSsl(details.getSslBundle() != null)
				.build();
			uri.setCredentialsProvider(new StaticCredentialsProvider(details.getUsername(), chars(details)));
			return uri;
		}).toList();
	}

	private static char @Nullable [] chars(DataRedisConnectionDetails details) {
		String password = details.getPassword();
		return (password != null) ? password.toCharArray() : null;
	}

}
