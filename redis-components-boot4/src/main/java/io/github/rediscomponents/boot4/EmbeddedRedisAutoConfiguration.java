// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.boot4;

import java.util.List;

import io.github.rediscomponents.test.RedisCluster;
import io.github.rediscomponents.test.RedisDeployment;
import io.github.rediscomponents.test.RedisServer;
import io.github.rediscomponents.test.autoconfigure.EmbeddedRedisConfiguration;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Cluster;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Node;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails.Standalone;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * Auto-configuration that starts a redis-server with the application and connects the
 * application to it, for development. Does nothing when something else provides
 * {@link DataRedisConnectionDetails}.
 *
 * @since 1.0.0
 */
@AutoConfiguration(before = DataRedisAutoConfiguration.class)
@ConditionalOnClass({ RedisServer.class, DataRedisConnectionDetails.class })
@Conditional(EmbeddedRedisAutoConfiguration.OnEnabled.class)
@ConditionalOnMissingBean(DataRedisConnectionDetails.class)
@Import(EmbeddedRedisConfiguration.class)
public final class EmbeddedRedisAutoConfiguration {

	@Bean
	DataRedisConnectionDetails embeddedRedisConnectionDetails(RedisDeployment redis) {
		List<Node> nodes = redis.nodes().stream().map((server) -> new Node(server.host(), server.port())).toList();
		if (redis instanceof RedisCluster) {
			return new DataRedisConnectionDetails() {
				@Override
				public Cluster getCluster() {
					return () -> nodes;
				}
			};
		}
		if (redis instanceof RedisServer) {
			Standalone standalone = Standalone.of(nodes.get(0).host(), nodes.get(0).port());
			return new DataRedisConnectionDetails() {
				@Override
				public Standalone getStandalone() {
					return standalone;
				}
			};
		}
		throw new IllegalStateException(
				"Connects to a single server or to a cluster, not to a " + redis.getClass().getSimpleName());
	}

	/** Loaded without the module of the server, which it asks only if that is there. */
	static class OnEnabled extends SpringBootCondition {

		@Override
		public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
			return EmbeddedRedisConfiguration.enabled(context.getEnvironment());
		}

	}

}
