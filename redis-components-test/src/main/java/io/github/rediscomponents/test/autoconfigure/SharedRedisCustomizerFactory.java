// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test.autoconfigure;

import java.util.List;
import java.util.Map;

import io.github.rediscomponents.test.RealRedis;
import io.github.rediscomponents.test.RedisTopology;
import io.github.rediscomponents.test.SharedRedis;
import org.jspecify.annotations.Nullable;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Adds the shared Redis to the contexts of tests with
 * {@link AutoConfigureRedisComponents}.
 */
class SharedRedisCustomizerFactory implements ContextCustomizerFactory {

	@Override
	public @Nullable ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> attributes) {
		if (!TestContextAnnotationUtils.hasAnnotation(testClass, AutoConfigureRedisComponents.class)) {
			return null;
		}
		RealRedis redis = TestContextAnnotationUtils.findMergedAnnotation(testClass, RealRedis.class);
		return new SharedRedisCustomizer((redis != null) ? redis.topology() : RedisTopology.STANDALONE);
	}

	/**
	 * Adds the shared servers of a topology as a bean, to which the embedded server's
	 * auto-configuration connects. Equal for equal topologies, so that tests share their
	 * contexts.
	 *
	 * @param topology the topology
	 */
	private record SharedRedisCustomizer(RedisTopology topology) implements ContextCustomizer {

		@Override
		public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration test) {
			context.getBeanFactory().registerSingleton("sharedRedis", SharedRedis.of(this.topology));
			context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("shared Redis", Map.of("redis-components.embedded.enabled", "true")));
		}

	}

}
