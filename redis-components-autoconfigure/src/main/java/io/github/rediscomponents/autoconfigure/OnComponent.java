// SPDX-License-Identifier: Apache-2.0
package io.github.rediscomponents.autoconfigure;

import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.core.type.MethodMetadata;
import org.springframework.util.ClassUtils;

import io.github.rediscomponents.autoconfigure.refresh.PropertySettings;

/**
 * Decides {@link ConditionalOnComponent}. One condition instead of Spring Boot's two for
 * properties and for beans, because these are a large part of what a start costs.
 */
final class OnComponent extends SpringBootCondition implements ConfigurationCondition {

	@Override
	public ConfigurationPhase getConfigurationPhase() {
		return ConfigurationPhase.REGISTER_BEAN;
	}

	@Override
	public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
		String component = metadata.getAnnotations().get(ConditionalOnComponent.class).getString("value");
		ConditionMessage.Builder message = ConditionMessage.forCondition(ConditionalOnComponent.class, component);
		String prefix = "redis-components." + component;
		if (!PropertySettings.isEnabled(context.getEnvironment(), prefix)) {
			return ConditionOutcome.noMatch(message.because(prefix + ".enabled is off"));
		}
		Class<?> type = ClassUtils.resolveClassName(((MethodMetadata) metadata).getReturnTypeName(),
				context.getClassLoader());
		String own = bean(context.getBeanFactory(), type);
		return (own == null) ? ConditionOutcome.match(message.didNotFind("a bean of its type").atAll())
				: ConditionOutcome.noMatch(message.found("bean").items(ConditionMessage.Style.QUOTE, own));
	}

	/** Returns the name of a bean of the context or of a parent, or null. */
	private static @Nullable String bean(@Nullable BeanFactory beans, Class<?> type) {
		if (!(beans instanceof ConfigurableListableBeanFactory factory)) {
			return null;
		}
		return Stream.of(factory.getBeanNamesForType(type, true, false))
			.filter((name) -> isCandidate(factory, name))
			.findFirst()
			.orElseGet(() -> bean(factory.getParentBeanFactory(), type));
	}

	/** Whether the bean is injected where nothing but the type is asked for. */
	private static boolean isCandidate(ConfigurableListableBeanFactory beans, String name) {
		if (!beans.containsBeanDefinition(name)) {
			return true;
		}
		BeanDefinition definition = beans.getBeanDefinition(name);
		return definition.isAutowireCandidate()
				&& (!(definition instanceof AbstractBeanDefinition bean) || bean.isDefaultCandidate());
	}

}
