// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.Arrays;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.annotation.Configurations;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.DeferredImportSelector;
import org.springframework.context.annotation.Import;
import org.springframework.core.type.AnnotationMetadata;

/**
 * An application with the auto-configurations of this module and of Spring Data Redis
 * alone. It starts several times as fast as {@link PlainApplication}.
 */
@Configuration(proxyBeanMethods = false)
@Import(ComponentsApplication.Imports.class)
class ComponentsApplication {

	static class Imports implements DeferredImportSelector {

		private static final String[] NAMES = Arrays
			.stream(Configurations.getClasses(AutoConfigurations.of(TestBoot.REDIS),
					AutoConfigurations.of(TestContexts.autoConfigurations())))
			.map(Class::getName)
			.toArray(String[]::new);

		@Override
		public String[] selectImports(AnnotationMetadata importingClass) {
			return NAMES.clone();
		}

	}

}
