// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.sample.profile;

import java.net.InetAddress;
import java.util.stream.Stream;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Profiles;
import org.springframework.util.ClassUtils;

/**
 * Fails the start if profiles contradict each other. Otherwise one of them would silently
 * win.
 */
class ProfileRules implements EnvironmentPostProcessor {

	private static final String EMBEDDED = "redis-components.embedded.enabled";

	private static final String NODES = "spring.data.redis.cluster.nodes[0]";

	/** Read by H2 once, when its first class is loaded. */
	private static final String H2_ADDRESS = "h2.bindAddress";

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		if (System.getProperty(H2_ADDRESS) == null) {
			System.setProperty(H2_ADDRESS, InetAddress.getLoopbackAddress().getHostAddress());
		}
		for (String shared : new String[] { "redis", "cluster", "mysql" }) {
			refuse(active(environment, "two & " + shared),
					"The profile 'two' is the second instance of the demo, on the Redis and the database of the first; '"
							+ shared + "' names others.",
					"Start each instance with '" + shared + "' and a --server.port of its own, without 'two'.");
		}
		refuse(active(environment, "redis & cluster"), "The profiles 'redis' and 'cluster' name different servers.",
				"Choose one of them.");
		// Names the property if its value is neither true nor false.
		if (Boolean.TRUE.equals(Binder.get(environment).bind(EMBEDDED, Boolean.class).orElse(false))) {
			Stream.of("redis", "cluster", "two")
				.forEach((other) -> refuse(active(environment, other),
						"The profile '" + other + "' names a Redis, and " + EMBEDDED
								+ " starts another that would be used instead.",
						"Leave out the profile 'default', or " + EMBEDDED + '.'));
		}
		refuse(active(environment, "cluster") && !named(environment),
				"The profile 'cluster' needs to know nodes of the cluster.",
				"Set REDIS_NODES, for example to localhost:7000,localhost:7001.");
		needs(environment, "redisson", "org.redisson.api.RedissonClient");
		needs(environment, "nacos", "com.alibaba.nacos.api.NacosFactory");
	}

	private static void needs(ConfigurableEnvironment environment, String profile, String type) {
		refuse(active(environment, profile) && !ClassUtils.isPresent(type, null),
				"The profile '" + profile + "' needs a library that is not part of this build.",
				"Build with the Maven profile of that name, such as mvn -Prun," + profile + '.');
	}

	private static boolean active(ConfigurableEnvironment environment, String profiles) {
		return environment.acceptsProfiles(Profiles.of(profiles));
	}

	private static boolean named(ConfigurableEnvironment environment) {
		return environment.containsProperty(NODES)
				|| !environment.getProperty("spring.data.redis.cluster.nodes", "").isBlank();
	}

	private static void refuse(boolean unusable, String reason, String advice) {
		if (unusable) {
			throw new UnusableProfilesException(reason, advice);
		}
	}

}
