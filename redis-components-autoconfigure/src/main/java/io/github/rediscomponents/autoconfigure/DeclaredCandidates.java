// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.BeanDefinitionHolder;
import org.springframework.beans.factory.config.DependencyDescriptor;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.context.annotation.ContextAnnotationAutowireCandidateResolver;
import org.springframework.core.MethodParameter;

/**
 * Injects a declared instance only if the name or the qualifier of the field or parameter
 * matches it. Spring alone injects the only bean of a type regardless of the name of the
 * field, so a queue whose declaration is missing would be replaced by another one.
 */
final class DeclaredCandidates extends ContextAnnotationAutowireCandidateResolver {

	/**
	 * Registers the resolver with a bean factory, unless the application has set its own
	 * resolver.
	 */
	static void in(BeanDefinitionRegistry registry) {
		if (registry instanceof DefaultListableBeanFactory beans && beans.getAutowireCandidateResolver()
			.getClass() == ContextAnnotationAutowireCandidateResolver.class) {
			beans.setAutowireCandidateResolver(new DeclaredCandidates());
		}
	}

	@Override
	public boolean isAutowireCandidate(BeanDefinitionHolder candidate, DependencyDescriptor point) {
		Declaration declaration = Declaration.of(candidate.getBeanDefinition());
		if (declaration == null) {
			return super.isAutowireCandidate(candidate, point);
		}
		// A qualifier names either the declaration or the bean.
		List<String> aliases = new ArrayList<>(List.of(declaration.name()));
		if (candidate.getAliases() != null) {
			aliases.addAll(Arrays.asList(candidate.getAliases()));
		}
		BeanDefinitionHolder named = new BeanDefinitionHolder(candidate.getBeanDefinition(), candidate.getBeanName(),
				aliases.toArray(String[]::new));
		return super.isAutowireCandidate(named, point) && (hasQualifier(point) || isMeant(declaration, point));
	}

	private static boolean isMeant(Declaration declaration, DependencyDescriptor point) {
		String name = point.getDependencyName();
		return name == null || declaration.isMeantBy(name) || takesMany(point);
	}

	private static boolean takesMany(DependencyDescriptor point) {
		Class<?> type = declaredType(point);
		return type == null || type.isArray() || Collection.class.isAssignableFrom(type)
				|| Map.class.isAssignableFrom(type)
				// The stream of an ObjectProvider.
				|| point.getClass().getSimpleName().startsWith("Stream");
	}

	private static @Nullable Class<?> declaredType(DependencyDescriptor point) {
		if (point.getField() != null) {
			return point.getField().getType();
		}
		MethodParameter parameter = point.getMethodParameter();
		return (parameter != null) ? parameter.getParameterType() : null;
	}

}
