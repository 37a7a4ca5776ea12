// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.rediscomponents.autoconfigure.diagnostics.InjectionPoints;
import io.github.rediscomponents.autoconfigure.diagnostics.InvalidAnnotationException;
import io.github.rediscomponents.autoconfigure.diagnostics.Suggestion;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.util.StringUtils;

/**
 * Explains why a component or a declared instance cannot be injected: the component is
 * disabled, there is no connection factory, or no declaration matches.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
class MissingComponentFailureAnalyzer extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

	private final @Nullable ConfigurableListableBeanFactory beans;

	private final Environment environment;

	MissingComponentFailureAnalyzer(BeanFactory beans, Environment environment) {
		this.beans = (beans instanceof ConfigurableListableBeanFactory listable) ? listable : null;
		this.environment = environment;
	}

	@Override
	protected @Nullable FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
		ResolvableType wanted = cause.getResolvableType();
		MissingComponent component = (wanted != null) ? MissingComponent.of(wanted.toClass()) : null;
		ConfigurableListableBeanFactory all = this.beans;
		if (wanted == null || component == null || all == null || cause.getNumberOfBeansFound() > 1) {
			return null;
		}
		// The nearest injection point is that of the annotated bean.
		InvalidAnnotationException annotated = findCause(rootFailure, InvalidAnnotationException.class);
		InjectionPoint where = (annotated == null) ? point(rootFailure) : null;
		String point = (annotated != null) ? annotated.annotation() + " on " + annotated.method()
				: (where != null) ? StringUtils.capitalize(InjectionPoints.describe(where)) : "A bean";
		String type = wanted.toClass().getSimpleName();
		String disabledBy = component.disabledBy(this.environment);
		if (disabledBy != null) {
			return new FailureAnalysis(point + " requires a " + type + ", which is disabled by '" + disabledBy + "'.",
					"Remove '" + disabledBy + "', or remove the "
							+ ((annotated != null) ? "annotation." : "injection point."),
					cause);
		}
		if (all.getBeanNamesForType(RedisConnectionFactory.class, true, false).length == 0) {
			return new FailureAnalysis(
					point + " requires a " + type + ", which needs a RedisConnectionFactory, but there is none.",
					"Enable Spring Boot's auto-configuration of Redis, or define a RedisConnectionFactory bean.",
					cause);
		}
		String name = (where != null) ? InjectionPoints.wanted(where) : "";
		return (component.declarations() != null) ? declared(cause, all, point, name, wanted, component.declarations())
				: (where != null && where.getAnnotation(Qualifier.class) != null) ? server(cause, point, name, type)
						: null;
	}

	/** Explains a qualifier that is not the name of a server. */
	private FailureAnalysis server(NoSuchBeanDefinitionException cause, String point, String name, String type) {
		Set<String> names = Placement.of(this.environment).names();
		return new FailureAnalysis(
				point + " requires the " + type + " of the Redis server '" + name + "', which is not declared below '"
						+ Placement.SERVERS + "'. There are " + names + "." + Suggestion.of(name, names),
				"Declare '" + Placement.SERVERS + "." + name + "', or correct the qualifier.", cause);
	}

	private FailureAnalysis declared(NoSuchBeanDefinitionException cause, ConfigurableListableBeanFactory all,
			String point, String name, ResolvableType wanted, String declarations) {
		Class<?> type = wanted.toClass();
		List<Declaration> known = declarations(all, type);
		List<String> names = known.stream().map(Declaration::name).sorted().toList();
		for (Declaration declaration : known) {
			if (declaration.isMeantBy(name)) {
				return new FailureAnalysis(
						point + " requires a " + wanted + ", but '" + declarations + "." + declaration.name()
								+ ".type' declares another type.",
						"Make the type at the injection point and the declared one the same.", cause);
			}
		}
		String suggestion = Suggestion.of(Declaration.inFull(name, type),
				known.stream().map((declaration) -> declaration.name() + type.getSimpleName()).toList());
		String action = "Declare it below '" + declarations + "'";
		return new FailureAnalysis(
				point + " requires a " + wanted + " whose name matches no declaration below '" + declarations
						+ "'. Declared there: " + (names.isEmpty() ? "nothing" : String.join(", ", names)) + "."
						+ suggestion,
				names.isEmpty() ? action + "."
						: action + ", or name the field or parameter like a declaration (such as '" + names.get(0)
								+ type.getSimpleName()
								+ "'), or mark it with @Qualifier and the name of a declaration.",
				cause);
	}

	private static @Nullable InjectionPoint point(Throwable failure) {
		InjectionPoint nearest = null;
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof UnsatisfiedDependencyException unsatisfied
					&& unsatisfied.getInjectionPoint() != null) {
				nearest = unsatisfied.getInjectionPoint();
			}
		}
		return nearest;
	}

	private static List<Declaration> declarations(ConfigurableListableBeanFactory beans, Class<?> type) {
		List<Declaration> found = new ArrayList<>();
		for (String name : beans.getBeanDefinitionNames()) {
			Declaration declaration = Declaration.of(beans.getBeanDefinition(name));
			if (declaration != null && declaration.beanType() == type) {
				found.add(declaration);
			}
		}
		return found;
	}

}
