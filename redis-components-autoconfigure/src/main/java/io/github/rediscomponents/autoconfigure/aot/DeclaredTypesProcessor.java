// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure.aot;

import java.lang.reflect.Type;
import java.util.LinkedHashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;

import io.github.rediscomponents.autoconfigure.TypedDeclaration;
import io.github.rediscomponents.autoconfigure.cache.CacheEntryProperties;
import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;

/**
 * Registers the types of values that properties name at the time of the build.
 */
final class DeclaredTypesProcessor implements BeanFactoryInitializationAotProcessor {

	private static final String CACHES = "redis-components.cache.caches";

	@Override
	public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
			ConfigurableListableBeanFactory beans) {
		Set<Type> types = new LinkedHashSet<>();
		for (String name : beans.getBeanDefinitionNames()) {
			BeanDefinition definition = beans.getBeanDefinition(name);
			if (RunRegistrar.isOfRun(definition)) {
				for (ResolvableType element : definition.getResolvableType().getGenerics()) {
					types.add(element.getType());
				}
			}
		}
		PropertySettings.entries(beans.getBean(Environment.class), CACHES, CacheEntryProperties.class)
			.forEach((name, cache) -> {
				if (cache.type() != null) {
					types.add(TypedDeclaration.type(CACHES + "." + name, cache.type(), beans));
				}
			});
		types.removeIf((type) -> type == Object.class);
		return types.isEmpty() ? null : (context, code) -> PayloadHints.register(context.getRuntimeHints().reflection(),
				types, beans.getBeanClassLoader());
	}

}
