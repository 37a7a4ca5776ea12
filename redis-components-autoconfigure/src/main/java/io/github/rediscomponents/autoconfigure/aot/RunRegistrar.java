// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.aot;

import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.type.AnnotationMetadata;

/**
 * A registrar that reads the environment. An application that was processed ahead of time
 * repeats it with the environment of the run. The implementation has one constructor,
 * which takes the environment, and marks each definition by
 * {@link #ofRun(RootBeanDefinition)}.
 *
 * @since 1.0.0
 */
public interface RunRegistrar extends ImportBeanDefinitionRegistrar {

	/**
	 * Checks the environment and registers the beans that it declares.
	 * @param registry the registry of the application
	 */
	void register(BeanDefinitionRegistry registry);

	@Override
	default void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		register(registry);
	}

	/**
	 * Excludes a definition from the code that is generated ahead of time. Without the
	 * post-processors of annotations, which a processed application lacks, constructors
	 * are injected only if the definition says so.
	 * @param definition a definition that depends on the environment
	 * @return the same definition
	 */
	static RootBeanDefinition ofRun(RootBeanDefinition definition) {
		definition.setAutowireMode(RootBeanDefinition.AUTOWIRE_CONSTRUCTOR);
		definition.setAttribute(BeanRegistrationAotProcessor.IGNORE_REGISTRATION_ATTRIBUTE, true);
		return definition;
	}

	/**
	 * Returns whether a definition depends on the environment of the run.
	 * @param definition a definition of any origin
	 * @return true after {@link #ofRun(RootBeanDefinition)}
	 */
	static boolean isOfRun(BeanDefinition definition) {
		return Boolean.TRUE.equals(definition.getAttribute(BeanRegistrationAotProcessor.IGNORE_REGISTRATION_ATTRIBUTE));
	}

}
