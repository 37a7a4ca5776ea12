// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.test;

import java.util.Map;

import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The JUnit extension behind {@link RealRedis}. Used alone, with
 * {@code @ExtendWith(RedisExtension.class)}, it behaves like {@code @RealRedis} without
 * attributes, except that nothing is started before it is needed.
 *
 * @since 1.0.0
 */
public final class RedisExtension implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {

	private static final Map<Class<?>, RedisTopology> TYPES = Map.of(RedisServer.class, RedisTopology.STANDALONE,
			RedisCluster.class, RedisTopology.CLUSTER, RedisReplication.class, RedisTopology.REPLICATION,
			RedisSentinel.class, RedisTopology.SENTINEL);

	/**
	 * Creates the extension; JUnit does.
	 */
	public RedisExtension() {
	}

	@Override
	public void beforeAll(ExtensionContext context) {
		if (AnnotationSupport.isAnnotated(context.getRequiredTestClass(), RealRedis.class)) {
			SharedRedis.of(topology(context));
		}
	}

	@Override
	public void beforeEach(ExtensionContext context) {
		SharedRedis.reset();
	}

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		Class<?> type = parameter.getParameter().getType();
		return type == RedisDeployment.class || TYPES.containsKey(type);
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		RedisTopology topology = TYPES.get(parameter.getParameter().getType());
		return SharedRedis.of((topology != null) ? topology : topology(context));
	}

	private static RedisTopology topology(ExtensionContext context) {
		for (Class<?> type = context.getRequiredTestClass(); type != null; type = type.getEnclosingClass()) {
			var annotation = AnnotationSupport.findAnnotation(type, RealRedis.class);
			if (annotation.isPresent()) {
				return annotation.get().topology();
			}
		}
		return RedisTopology.STANDALONE;
	}

}
