// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.aot;

import java.lang.reflect.Constructor;
import java.util.List;

import org.springframework.beans.BeanUtils;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Runs the {@linkplain RunRegistrar registrars} of an application that was processed
 * ahead of time, where no configuration class imports them. Runs before other
 * post-processors, so that an invalid property is the first failure.
 *
 * @since 1.0.0
 */
public final class RunRegistrars implements BeanDefinitionRegistryPostProcessor, EnvironmentAware, PriorityOrdered {

	private static final String BEAN = "redisComponentsRunRegistrars";

	private final List<String> registrars;

	private Environment environment;

	@SuppressWarnings("NullAway.Init") // Set before the first call.
	RunRegistrars(List<String> registrars) {
		this.registrars = registrars;
	}

	/**
	 * Adds the post-processor. Called by generated code.
	 * @param registry the registry of the application
	 * @param registrars the names of the registrars' classes, in their order
	 */
	public static void add(BeanDefinitionRegistry registry, String... registrars) {
		RootBeanDefinition definition = new RootBeanDefinition(RunRegistrars.class,
				() -> new RunRegistrars(List.of(registrars)));
		definition.setRole(BeanDefinition.ROLE_INFRASTRUCTURE);
		registry.registerBeanDefinition(BEAN, definition);
	}

	@Override
	public void setEnvironment(Environment environment) {
		this.environment = environment;
	}

	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
		this.registrars.forEach((name) -> registrar(name).register(registry));
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
	}

	private RunRegistrar registrar(String name) {
		Class<?> type = ClassUtils.resolveClassName(name, RunRegistrars.class.getClassLoader());
		try {
			Constructor<?> constructor = type.getDeclaredConstructor(Environment.class);
			return (RunRegistrar) BeanUtils.instantiateClass(constructor, this.environment);
		}
		catch (NoSuchMethodException ex) {
			throw new IllegalStateException(type + " has no constructor that takes the environment", ex);
		}
	}

}
