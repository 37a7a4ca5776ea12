package io.github.rediscomponents.test;

import java.util.Set;

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
 */
public final class RedisExtension implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {

	private static final Set<Class<?>> TYPES = Set.of(RedisServer.class, RedisCluster.class, RedisDeployment.class);

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
		return TYPES.contains(parameter.getParameter().getType());
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		Class<?> type = parameter.getParameter().getType();
		if (type == RedisServer.class) {
			return SharedRedis.standalone();
		}
		return (type == RedisCluster.class) ? SharedRedis.cluster() : SharedRedis.of(topology(context));
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
