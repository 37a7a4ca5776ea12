// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.Map;
import java.util.stream.Stream;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.SmartLifecycle;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Types of Spring Boot and its neighbours whose package depends on the generation on
 * which the tests run.
 */
public final class TestBoot {

	public static final Class<?> REDIS = present(
			"org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
			"org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration");

	public static final Class<?> CACHE = present("org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration",
			"org.springframework.boot.autoconfigure.cache.CacheAutoConfiguration");

	public static final Class<?> CACHES_ENDPOINT = present(
			"org.springframework.boot.cache.autoconfigure.CachesEndpointAutoConfiguration",
			"org.springframework.boot.actuate.autoconfigure.cache.CachesEndpointAutoConfiguration");

	public static final Class<?> CACHE_METRICS = present(
			"org.springframework.boot.cache.autoconfigure.metrics.CacheMetricsAutoConfiguration",
			"org.springframework.boot.actuate.autoconfigure.metrics.cache.CacheMetricsAutoConfiguration");

	public static final Class<?> DATA_SOURCE = jdbc("DataSourceAutoConfiguration");

	public static final Class<?> DATA_SOURCE_TRANSACTIONS = jdbc("DataSourceTransactionManagerAutoConfiguration");

	public static final Class<?> JDBC_TEMPLATE = jdbc("JdbcTemplateAutoConfiguration");

	public static final Class<?> TRANSACTIONS = present(
			"org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration",
			"org.springframework.boot.autoconfigure.transaction.TransactionAutoConfiguration");

	private static final boolean FOUR = REDIS.getSimpleName().startsWith("Data");

	public static final Class<?> REDISSON = present(
			"org.redisson.spring.starter.RedissonAutoConfigurationV" + (FOUR ? "4" : "2"));

	/** When the web server stops to accept requests. */
	public static final int GRACEFUL_SHUTDOWN_PHASE = SmartLifecycle.DEFAULT_PHASE - 1024;

	/** When the web server starts and stops. */
	public static final int START_STOP_PHASE = GRACEFUL_SHUTDOWN_PHASE - 1024;

	private TestBoot() {
	}

	/** Whether the properties of Spring Boot can name replicas. */
	public static boolean namesReplicas() {
		return FOUR;
	}

	/** Whether Redisson is new enough to keep the locks. */
	public static boolean hasRedisson4() {
		return ClassUtils.isPresent("org.redisson.config.NameMapper", TestBoot.class.getClassLoader());
	}

	/** Pauses a context, which stops it before Spring Framework 7. */
	public static void pause(ConfigurableApplicationContext context) {
		lifecycle(context, "pause", "stop");
	}

	/** Continues a context that was paused. */
	public static void restart(ConfigurableApplicationContext context) {
		lifecycle(context, "restart", "start");
	}

	private static void lifecycle(ConfigurableApplicationContext context, String name, String before7) {
		boolean seven = ReflectionUtils.findMethod(context.getClass(), name) != null;
		ReflectionTestUtils.invokeMethod(context, seven ? name : before7);
	}

	/** The code of the status that the components' health indicator has. */
	public static String healthStatus(ApplicationContext context) {
		Object status = ReflectionTestUtils.invokeMethod(health(context), "getStatus");
		return ReflectionTestUtils.invokeMethod(status, "getCode");
	}

	/** The details of the components' health. */
	public static Map<String, Object> healthDetails(ApplicationContext context) {
		return ReflectionTestUtils.invokeMethod(health(context), "getDetails");
	}

	private static Object health(ApplicationContext context) {
		return ReflectionTestUtils.invokeMethod(context.getBean("redisComponentsHealthIndicator"), "health");
	}

	private static Class<?> jdbc(String name) {
		return present("org.springframework.boot.jdbc.autoconfigure." + name,
				"org.springframework.boot.autoconfigure.jdbc." + name);
	}

	private static Class<?> present(String... names) {
		ClassLoader classLoader = TestBoot.class.getClassLoader();
		String name = Stream.of(names)
			.filter((candidate) -> ClassUtils.isPresent(candidate, classLoader))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException("None is present: " + String.join(", ", names)));
		return ClassUtils.resolveClassName(name, classLoader);
	}

}
