// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The names of the auto-configurations of Spring Boot before or after which those of the
 * components are processed. A name of another generation is ignored, and a condition on a
 * bean would then be evaluated too early.
 */
class AutoConfigurationOrderTests {

	@ParameterizedTest
	@MethodSource("autoConfigurations")
	void namesAnAutoConfigurationOfThisGeneration(Class<?> type) {
		AutoConfiguration annotation = AnnotatedElementUtils.getMergedAnnotation(type, AutoConfiguration.class);
		Stream.of(annotation.afterName(), annotation.beforeName())
			.flatMap(AutoConfigurationOrderTests::groups)
			.forEach((names) -> assertThat(names).anyMatch(AutoConfigurationOrderTests::isPresent));
	}

	@Test
	void theMetersAndTheObservationsOfSpringBootAreFound() {
		try (ConfigurableApplicationContext context = TestContexts.application(Application.class)) {
			assertThat(context.getBean(MeterRegistry.class).find("redis.components.lock.held").gauge()).isNotNull();
			assertThat(context.containsBean("redisComponentsQueueGauges")).isTrue();
			assertThat(context.containsBean("redisComponentsListenerCalls")).isTrue();
		}
	}

	/** The same auto-configuration of each generation has the same last words. */
	private static Stream<List<String>> groups(String[] names) {
		return Stream.of(names).collect(Collectors.groupingBy(AutoConfigurationOrderTests::group)).values().stream();
	}

	private static String group(String name) {
		String simple = name.substring(name.lastIndexOf('.') + 1);
		return simple.startsWith("Data") ? simple.substring("Data".length()) : simple;
	}

	private static boolean isPresent(String name) {
		return ClassUtils.isPresent(name, AutoConfigurationOrderTests.class.getClassLoader());
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

	static Stream<Class<?>> autoConfigurations() {
		return Stream.of(TestContexts.autoConfigurations());
	}

}
