// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

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
 *
 * <p>
 * Injects a component of a further server only by its qualifier or its full name.
 */
final class DeclaredCandidates extends ContextAnnotationAutowireCandidateResolver {

	/** The beans that are injected by their name or qualifier only, and their types. */
	private final Map<String, Class<?>> onlyByName = new ConcurrentHashMap<>();

	/**
	 * Registers the resolver with a bean factory, unless the application has set its own
	 * resolver.
	 * @return the resolver, or null if the application has its own
	 */
	static @Nullable DeclaredCandidates in(BeanDefinitionRegistry registry) {
		if (registry instanceof DefaultListableBeanFactory beans) {
			if (beans.getAutowireCandidateResolver() instanceof DeclaredCandidates known) {
				return known;
			}
			if (beans.getAutowireCandidateResolver().getClass() == ContextAnnotationAutowireCandidateResolver.class) {
				DeclaredCandidates resolver = new DeclaredCandidates();
				beans.setAutowireCandidateResolver(resolver);
				return resolver;
			}
		}
		return null;
	}

	/**
	 * Makes a bean injectable by its qualifier, or by a field or parameter of its name,
	 * only. Such a field or parameter gets no other bean.
	 * @param bean the name of the bean
	 * @param type its type
	 */
	void onlyByName(String bean, Class<?> type) {
		this.onlyByName.put(bean, type);
	}

	@Override
	public boolean isAutowireCandidate(BeanDefinitionHolder candidate, DependencyDescriptor point) {
		Declaration declaration = Declaration.of(candidate.getBeanDefinition());
		if (declaration == null) {
			return super.isAutowireCandidate(candidate, point)
					&& (this.onlyByName.isEmpty() || hasQualifier(point) || isNamed(candidate.getBeanName(), point));
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

	private boolean isNamed(String bean, DependencyDescriptor point) {
		String name = point.getDependencyName();
		boolean named = name != null && this.onlyByName.get(name) == point.getDependencyType();
		return named ? bean.equals(name) : !this.onlyByName.containsKey(bean);
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
