package io.github.rediscomponents.autoconfigure.queue;

import java.util.Map;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.ResolvableType;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;
import org.springframework.util.StringUtils;

import io.github.rediscomponents.autoconfigure.diagnostics.InvalidPropertyException;
import io.github.rediscomponents.queue.LimitQueue;

/**
 * Registers a bean for each queue of {@code redis-components.limit-queue.queues}:
 * {@code gift} becomes {@code giftLimitQueue}. A bean of that name that the application
 * defines wins.
 */
final class LimitQueueRegistrar implements ImportBeanDefinitionRegistrar {

	private final Environment environment;

	LimitQueueRegistrar(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
		Map<String, LimitQueueEntryProperties> queues = Binder.get(this.environment)
			.bind(LimitQueueProperties.PREFIX + ".queues",
					Bindable.mapOf(String.class, LimitQueueEntryProperties.class))
			.orElseGet(Map::of);
		queues.forEach((name, properties) -> {
			String beanName = beanName(name);
			if (!registry.containsBeanDefinition(beanName)) {
				registry.registerBeanDefinition(beanName, definition(name, properties));
			}
		});
	}

	private static RootBeanDefinition definition(String name, LimitQueueEntryProperties properties) {
		RootBeanDefinition definition = new RootBeanDefinition(LimitQueue.class);
		definition.setFactoryBeanName("limitQueueFactory");
		definition.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
		if (properties.getType() != null) {
			definition.setFactoryMethodName("declared");
			Class<?> element = elementType(name, properties.getType());
			definition.setTargetType(ResolvableType.forClassWithGenerics(LimitQueue.class, element));
		}
		else {
			definition.setFactoryMethodName("injected");
			definition.setScope(BeanDefinition.SCOPE_PROTOTYPE);
			definition.setAutowireMode(RootBeanDefinition.AUTOWIRE_CONSTRUCTOR);
		}
		return definition;
	}

	private static Class<?> elementType(String name, String type) {
		try {
			return ClassUtils.resolveClassName(type, null);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidPropertyException(LimitQueueProperties.PREFIX + ".queues." + name + ".type",
					"must be the name of a class, was '" + type + "'", ex);
		}
	}

	static String beanName(String queue) {
		StringBuilder name = new StringBuilder();
		for (String word : queue.split("[^A-Za-z0-9]+")) {
			name.append(name.isEmpty() ? StringUtils.uncapitalize(word) : StringUtils.capitalize(word));
		}
		return name + "LimitQueue";
	}

}
