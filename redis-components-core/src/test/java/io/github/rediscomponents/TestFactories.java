// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents;

import java.util.List;

import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.rediscomponents.test.RedisDeployment;

/**
 * Connection factories as an application without Spring Boot makes them.
 */
public final class TestFactories {

	private static final String HOST = "127.0.0.1";

	private TestFactories() {
	}

	/** A factory for a server or a cluster. */
	public static LettuceConnectionFactory to(RedisDeployment redis) {
		List<String> nodes = redis.nodes().stream().map((node) -> HOST + ':' + node.port()).toList();
		return (nodes.size() == 1) ? to(redis.nodes().get(0).port())
				: started(new LettuceConnectionFactory(new RedisClusterConfiguration(nodes)));
	}

	/** A factory for a port of this machine. */
	public static LettuceConnectionFactory to(int port) {
		return started(new LettuceConnectionFactory(new RedisStandaloneConfiguration(HOST, port)));
	}

	private static LettuceConnectionFactory started(LettuceConnectionFactory factory) {
		factory.afterPropertiesSet();
		factory.start();
		return factory;
	}

}
